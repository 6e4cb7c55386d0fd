import { Badge } from '#client/ui/badge.tsx'
import { Table } from '#client/ui/table.tsx'
import type { ImportProblem } from '#shared/rules/imports.ts'
import { t } from '#shared/texts/t.ts'

const kindBadges = {
  row: { color: 'red', label: () => t('Row skipped') },
  cell: { color: 'amber', label: () => t('Cell left out') },
  note: { color: 'gray', label: () => t('Note') },
} as const

/** The rows and cells an import skips, with reasons. */
export function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <Table
      caption={t('Problems')}
      columns={[
        { key: 'row', header: t('Row'), cell: ({ row }) => row, align: 'end', short: true },
        {
          key: 'column',
          header: t('Column'),
          cell: ({ column }) => column || '–',
          short: true,
        },
        { key: 'message', header: t('Problem'), cell: ({ message }) => message, main: true },
        {
          key: 'kind',
          header: t('What happens'),
          cell: ({ kind }) => (
            <Badge color={kindBadges[kind].color}>{kindBadges[kind].label()}</Badge>
          ),
        },
      ]}
      rows={problems}
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
    />
  )
}
