import type { CatalogChange } from '#shared/contract/catalog.ts'
import { useCall } from '#client/app/queries.ts'
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

interface RecordHistoryProps {
  call: `GET /api/admin/${'engines' | 'products' | 'promotions' | 'plans'}/{id}`
  id: string
}

/** All changes of a record. */
export function RecordHistory({ call, id }: RecordHistoryProps) {
  const { data } = useCall(call, { params: { id } })
  if (!data) return null
  return (
    <ChangeHistory
      title={t('Changes')}
      history={data.history}
      empty={t('Nothing was changed yet.')}
    />
  )
}
