import type { CatalogChange } from '#shared/contract/catalog.ts'
import { useBusiness } from '#client/app/session.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface ChangeHistoryProps {
  title: string
  history: readonly CatalogChange[]
  fields?: readonly string[]
  empty: string
}

export function ChangeHistory({ title, history, fields, empty }: ChangeHistoryProps) {
  const { timeZone } = useBusiness()
  const shown = history
    .map((one) => ({
      ...one,
      changes: one.changes.filter(({ field }) => !fields || fields.includes(field)),
    }))
    .filter(({ changes }) => changes.length > 0)
  return (
    <section aria-label={title}>
      <h3 className="border-b border-line pb-1 text-sm font-semibold">{title}</h3>
      {shown.length === 0 && <p className="pt-1.5 text-sm text-soft">{empty}</p>}
      <ul className="divide-y divide-line">
        {shown.map(({ id, at, by, changes }) => (
          <li key={id} className="py-1.5 text-sm">
            <ul>
              {changes.map(({ field, label, from, to }) => (
                <li key={field} className="wrap-anywhere">
                  <span className="text-soft">{label}:</span>{' '}
                  <span className="tabular-nums">
                    {from === null ? (to ?? '–') : t('{from} → {to}', { from, to: to ?? '–' })}
                  </span>
                </li>
              ))}
            </ul>
            <p className="text-soft">
              {[by, formatInstant(at, timeZone)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const AllChanges = ({ history }: Pick<ChangeHistoryProps, 'history'>) => (
  <ChangeHistory title={t('Changes')} history={history} empty={t('Nothing was changed yet.')} />
)
