import type { ReactNode } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Stat } from '#client/ui/stat.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { Table } from '#client/ui/table.tsx'
import type { ImportPreview as Preview } from '#shared/contract/imports.ts'
import { importOutcomeLabels, type ImportProblem } from '#shared/rules/imports.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

type Props = {
  preview: Preview
  /** Shown above the rows, since there may be many. */
  actions: ReactNode
}

export function ImportPreview({ preview, actions }: Props) {
  const { counts, problems, sample, columns, rows } = preview
  const unknown = columns.flatMap(({ header, field }) => (field || !header ? [] : header))
  const nameless = columns.flatMap(({ header, left }) => (header || !left ? [] : left))
  return (
    <section aria-label={t('What would happen')} className="space-y-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label={t('New customers')} value={formatNumber(counts.newCustomers)} />
        <Stat label={t('Already there')} value={formatNumber(counts.matchedCustomers)} />
        <Stat label={t('New cars')} value={formatNumber(counts.newVehicles)} />
        <Stat label={t('Rows with a problem')} value={formatNumber(counts.badRows)} />
      </div>
      {unknown.length > 0 && (
        <Banner tone="info" title={t('Skipped columns')}>
          {unknown.join(', ')}
        </Banner>
      )}
      {nameless.length > 0 && (
        <Banner tone="warning" title={t('Cells in unnamed columns are skipped')}>
          <ul>
            {nameless.map(({ letter, cells, row }) => (
              <li key={letter}>
                {plural(
                  cells,
                  {
                    one: 'Column {letter} has no name in the first row: {count} cell, in row {row}.',
                    other:
                      'Column {letter} has no name in the first row: {count} cells, the first in row {row}.',
                  },
                  { letter, row: row ?? '' },
                )}
              </li>
            ))}
          </ul>
          {t('Name the column in your file and choose it again, or import the rest now.')}
        </Banner>
      )}
      {counts.badRows > 0 && (
        <Banner
          tone="warning"
          title={plural(counts.badRows, {
            one: '{count} row will be skipped',
            other: '{count} rows will be skipped',
          })}
        >
          {t('Correct them in your file and choose it again, or import the others now.')}
        </Banner>
      )}
      {actions}
      {counts.badRows > 0 && <ProblemTable problems={problems} />}
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

const colors = { new: 'green', new_car: 'green', known: 'gray', problem: 'amber' } as const

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
    <Table
      caption={t('Problems')}
      columns={[
        { key: 'row', header: t('Row'), cell: ({ row }) => row, align: 'end' },
        { key: 'column', header: t('Column'), cell: ({ column }) => column || '–' },
        { key: 'message', header: t('Problem'), cell: ({ message }) => message, main: true },
      ]}
      rows={problems}
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
    />
  )
}
