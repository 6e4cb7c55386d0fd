import type { ReactNode } from 'react'
import { ImportProblems } from '#client/app/import-problems.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Stat } from '#client/ui/stat.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { Table } from '#client/ui/table.tsx'
import type { ImportPreview as Preview } from '#shared/contract/imports.ts'
import {
  importOutcomeLabels,
  maxImportProblems,
  type ImportProblem,
} from '#shared/rules/imports.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

type Props = {
  preview: Preview
  /** Shown above the rows, since there may be many. */
  actions: ReactNode
}

export function ImportPreview({ preview, actions }: Props) {
  const { counts, problems, sample, rows, missing } = preview
  if (missing !== null)
    return (
      <Banner tone="warning" live title={t('A column is missing')}>
        {missing}
      </Banner>
    )
  const lost = counts.badRows + counts.partRows
  const stats = [
    { label: t('New customers'), value: counts.newCustomers },
    { label: t('Already there'), value: counts.matchedCustomers },
    { label: t('New cars'), value: counts.newVehicles },
    { label: t('Saved addresses'), value: counts.newPlaces },
    { label: t('Past visits'), value: counts.newVisits },
    { label: t('Rows to mend'), value: lost },
  ].filter(({ value }, n) => value > 0 || n === 0)
  return (
    <section aria-label={t('What would happen')} className="space-y-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {stats.map(({ label, value }) => (
          <Stat key={label} label={label} value={formatNumber(value)} />
        ))}
      </div>
      {lost > 0 && (
        <Banner tone="warning" title={leftOutWords(counts).join(' · ')}>
          {t(
            'Import the rest now. Afterwards you can download the rows to mend, correct them and upload them again.',
          )}
        </Banner>
      )}
      {actions}
      {problems.length > 0 && <ProblemTable problems={problems} />}
      <details>
        <summary className="cursor-pointer font-semibold">
          {rows > sample.length
            ? t('The first {count} rows', { count: formatNumber(sample.length) })
            : t('Rows')}
        </summary>
        <div className="mt-2">
          <Table
            caption={t('Rows of the file')}
            columns={rowColumns()}
            rows={sample}
            rowKey={({ row }) => String(row)}
          />
        </div>
      </details>
    </section>
  )
}

/** The rows and cells an import skips, one part each. */
export const leftOutWords = ({ badRows, partRows }: Preview['counts']): string[] => [
  ...(badRows > 0
    ? [plural(badRows, { one: '{count} row skipped', other: '{count} rows skipped' })]
    : []),
  ...(partRows > 0
    ? [
        plural(partRows, {
          one: '{count} row with a cell left out',
          other: '{count} rows with cells left out',
        }),
      ]
    : []),
]

const colors = {
  new: 'green',
  new_car: 'green',
  added: 'green',
  known: 'gray',
  problem: 'amber',
} as const

const rowColumns = (): Column<Preview['sample'][number]>[] => [
  { key: 'row', header: t('Row'), cell: ({ row }) => row, align: 'end' },
  { key: 'name', header: t('Name'), cell: ({ name }) => name, main: true },
  { key: 'vehicle', header: t('Car'), cell: ({ vehicle }) => vehicle || '–' },
  {
    key: 'outcome',
    header: t('What happens'),
    cell: ({ outcome }) => (
      <Badge color={colors[outcome]}>{translate(importOutcomeLabels[outcome])}</Badge>
    ),
  },
]

export function ProblemTable({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <>
      <ImportProblems problems={problems} />
      {problems.length === maxImportProblems && (
        <p className="text-sm text-soft">
          {t('These are the first {count}; the file of rows to mend has all.', {
            count: formatNumber(maxImportProblems),
          })}
        </p>
      )}
    </>
  )
}
