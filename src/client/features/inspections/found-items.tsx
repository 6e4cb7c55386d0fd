import type { ReactNode } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import type { Inspection } from '#shared/contract/inspections.ts'
import {
  type Finding,
  type InspectionItem,
  measureLabel,
  resultLabels,
} from '#shared/rules/inspections.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { describeFound } from './describe-finding.ts'
import { findingOf, isProblem } from './finding-changes.ts'
import type { ShownInspection } from './use-inspection.ts'

/** Photos of a finding: taken, queued and shown. */
export type FindingPhotos = (of: {
  item: InspectionItem
  finding: Finding | undefined
}) => ReactNode

export type ItemOffers = (of: { item: InspectionItem; isProblem: boolean }) => ReactNode

interface FoundItemsProps {
  inspection: Pick<ShownInspection, 'template' | 'findings'>
  previous: Inspection['previous'] | undefined
  photos: FindingPhotos
  offers: ItemOffers
}

const colors = { ok: 'green', watch: 'amber', fail: 'red', not_checked: 'gray' } as const

/** The findings by group, read-only. */
export function FoundItems({ inspection, previous, photos, offers }: FoundItemsProps) {
  const { template, findings } = inspection
  return (
    <div className="mt-4 space-y-5">
      {previous && (
        <p className="text-sm text-soft">
          {t('Last inspected on {day}', { day: formatDay(previous.date, { year: true }) })}
        </p>
      )}
      {template.groups.map((group) => (
        <section key={group.id} aria-label={group.title}>
          <h3 className="font-semibold">{group.title}</h3>
          <ul className="divide-y divide-line">
            {group.items.map((item) => {
              const finding = findingOf(findings, item.id)
              const before = previous?.findings.find(({ itemId }) => itemId === item.id)
              const last = before && describeFound(before)
              return (
                <li key={item.id} className="space-y-2 py-2">
                  <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
                    <span className="min-w-0 wrap-anywhere">{item.label}</span>
                    <span className="flex items-baseline gap-2">
                      {finding && <Measured finding={finding} />}
                      <Badge color={colors[finding?.result ?? 'not_checked']}>
                        {translate(resultLabels[finding?.result ?? 'not_checked'])}
                      </Badge>
                    </span>
                  </div>
                  {last && (
                    <p className="text-sm text-soft">{t('Last time: {found}', { found: last })}</p>
                  )}
                  {finding?.note && <p className="text-soft wrap-anywhere">{finding.note}</p>}
                  {finding && finding.photoIds.length > 0 && photos({ item, finding })}
                  {offers({ item, isProblem: isProblem(finding) })}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Measured({ finding: { measure, unit } }: { finding: Finding }) {
  if (measure === undefined || !unit) return null
  return (
    <span className="font-medium tabular-nums">{measureLabel(measure, unit, formatNumber)}</span>
  )
}
