import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { type Call, Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { SmallButton, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { plural, t } from '#shared/texts/t.ts'
import { LastChange } from '../changes/last-change.tsx'

const SpanishDialog = lazyDialog(() => import('./spanish-dialog.tsx'))

/** Short texts that customers read, by where they appear. */
export type TextGroup = { title: string; texts: string[] }

/** The owner's short texts for customers, each with its Spanish or a badge for those without. */
export function SpanishTexts() {
  const { parts, groups, missingIn } = useOwnTexts()
  const [editing, setEditing] = useState<TextGroup | null>(null)
  return (
    <Card id="spanish" title={t('Spanish for customers')} className="scroll-mt-20" tabIndex={-1}>
      <p className="mb-2 text-sm text-soft">
        {t('Shown to customers who read Spanish. Without it they see your English.')}
      </p>
      <Loaded
        parts={parts}
        loading={<Skeleton lines={6} />}
        failed={t('The texts could not be loaded')}
      >
        {() => (
          <ul className="divide-y divide-line">
            {groups.map((group) => {
              const missing = missingIn(group)
              return (
                <li
                  key={group.title}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5"
                >
                  <span className="min-w-48 flex-1 wrap-anywhere">
                    <span className="font-medium">{group.title}</span>{' '}
                    {missing > 0 && <Badge color="amber">{countMissing(missing)}</Badge>}
                  </span>
                  <SmallButton
                    aria-label={t('Edit {name}', { name: group.title })}
                    onClick={() => setEditing(group)}
                  >
                    {t('Edit')}
                  </SmallButton>
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
      <div className="mt-2">
        <LastChange names={['ownSpanish']} />
      </div>
      {editing && <SpanishDialog group={editing} onClose={() => setEditing(null)} />}
    </Card>
  )
}

/** Links to the Spanish texts while any are missing. */
export function SpanishHint() {
  const { groups, missingIn } = useOwnTexts()
  const missing = groups.reduce((sum, group) => sum + missingIn(group), 0)
  if (missing === 0) return null
  return (
    <p className="mb-4 text-soft">
      {countMissing(missing)}.{' '}
      <TextLink href={officePaths.settingsPart('pages', 'spanish')}>
        {t('Write the Spanish')}
      </TextLink>
    </p>
  )
}

const countMissing = (count: number) =>
  plural(count, {
    one: '{count} text without Spanish',
    other: '{count} texts without Spanish',
  })

function useOwnTexts() {
  const settings = useCall('GET /api/admin/settings')
  const packages = useCall('GET /api/admin/service-packages')
  const products = useCall('GET /api/admin/products', { query: { limit: '200' } })
  const inspects = useBusiness().uses.inspections
  const templates = useCall('GET /api/admin/inspection-templates', undefined, { enabled: inspects })
  const loaded =
    settings.data && packages.data && products.data && (!inspects || templates.data !== undefined)
  const spanish = settings.data?.ownSpanish ?? {}
  const addons = (products.data ?? []).filter(
    ({ category, isActive }) => isActive && (category === 'addon' || category === 'service'),
  )
  const all: TextGroup[] = [
    ...(packages.data ?? [])
      .filter(({ isActive }) => isActive)
      .map(({ name, description, features }) => ({
        title: name,
        texts: [name, description, ...features],
      })),
    { title: t('Add-ons'), texts: addons.map(({ name }) => name) },
    {
      title: t('Front page'),
      texts: settings.data ? [settings.data.tagline, ...settings.data.claims] : [],
    },
    {
      title: t('Receipts'),
      texts: settings.data?.receiptProfile
        ? [settings.data.receiptWarranty, settings.data.receiptNextService]
        : [],
    },
    ...(templates.data ?? []).flatMap(({ name, groups }) =>
      groups.map(({ title, items }) => ({
        title: `${name}: ${title}`,
        texts: [
          title,
          ...items.flatMap(({ label, watchAdvice, failAdvice }) => [
            label,
            watchAdvice,
            failAdvice,
          ]),
        ],
      })),
    ),
  ]
  return {
    parts: [settings, packages, products, ...(inspects ? [templates] : [])] as readonly Call[],
    groups: loaded
      ? all
          .map(({ title, texts }) => ({ title, texts: [...new Set(texts.filter(Boolean))] }))
          .filter(({ texts }) => texts.length > 0)
      : [],
    missingIn: ({ texts }: TextGroup) =>
      texts.filter((english) => !Object.hasOwn(spanish, english)).length,
  }
}
