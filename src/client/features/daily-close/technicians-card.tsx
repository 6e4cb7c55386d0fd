import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { TextLink } from '#client/ui/button.tsx'
import type { CloseFigures, DailyClose } from '#shared/contract/daily-close.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { recordedMethodLabels, recordedMethods } from '#shared/rules/recorded-payments.ts'
import { t, translate } from '#shared/texts/t.ts'

type Row = DailyClose['technicians'][number]

export function TechniciansCard({ close: { technicians, total } }: { close: DailyClose }) {
  if (technicians.length === 0) return null
  return (
    <Card title={t('By technician')} flush>
      <Table
        unbounded
        caption={t('By technician')}
        columns={columnsFor(total)}
        rows={technicians}
        rowKey={({ id }) => id ?? ''}
      />
    </Card>
  )
}

function columnsFor(total: CloseFigures): Column<Row>[] {
  const money = (
    key: keyof CloseFigures,
    header: string,
    optional = false,
  ): Column<Row> | undefined =>
    optional && Number(total[key]) === 0
      ? undefined
      : {
          key,
          header,
          align: 'end',
          short: true,
          sortBy: (row) => Number(row[key]),
          cell: (row) => <Money amount={row[key]} />,
        }
  return [
    {
      key: 'name',
      header: t('Technician'),
      main: true,
      sortBy: ({ name }: Row) => name,
      cell: ({ id, name }: Row) =>
        id ? (
          <TextLink href={officePaths.technician(id)}>{name}</TextLink>
        ) : (
          <span className="text-soft">{t('No technician')}</span>
        ),
    },
    money('captured', t('Captured')),
    ...recordedMethods.map((method) =>
      money(method, translate(recordedMethodLabels[method]), true),
    ),
    money('refunded', t('state|Refunded')),
    money('heldBack', t('Held back for disputes'), true),
    money('chargedBack', t('Lost in disputes'), true),
    money('net', t('Collected less refunds')),
    money('tips', t('Tips'), true),
    money('tax', t('Sales tax received'), true),
    money('cancelFees', t('Late cancellations'), true),
    money('notDoneFees', t('count|Not done'), true),
    money('pending', t('Still to collect')),
  ].filter((column) => column !== undefined)
}
