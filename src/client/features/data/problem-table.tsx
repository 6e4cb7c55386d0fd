import { Table } from '#client/ui/table.tsx'
import type { ImportProblem } from '#shared/rules/imports.ts'
import { t } from '#shared/texts/t.ts'

/** What is wrong with a file, at its row and column as a spreadsheet counts them. */
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
