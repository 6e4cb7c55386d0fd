import { ExportButton } from '#client/app/export-button.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { Table } from '#client/ui/table.tsx'
import type { Spend } from '#shared/contract/statements.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { firstDayOf } from '#shared/rules/statements.ts'
import { formatAmount, formatMonth, formatMonthName, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What a company's visits cost, by month and car. */
export function SpendCard({ companyId }: { companyId: string }) {
  const spend = useCall('GET /api/companies/{id}/spend', { params: { id: companyId } })
  return (
    <Card
      flush
      title={t('Spend')}
      action={
        <ExportButton
          size="small"
          url={fileUrls.companySpend(companyId)}
          name="spend"
          failed={{ title: t('The list could not be saved') }}
        >
          {t('Export CSV')}
        </ExportButton>
      }
    >
      <Loaded
        parts={[spend]}
        loading={<Skeleton className="h-48 w-full" />}
        failed={t('The spend could not be loaded')}
      >
        {({ months, cars }) => (
          <>
            <div className="px-4 pb-4 sm:px-5">
              <BarChart
                caption={t('By month')}
                bars={months.map(({ period, amount }, n) => ({
                  label: formatMonth(firstDayOf(period)),
                  shortLabel: formatMonthName(firstDayOf(period)),
                  value: Number(amount),
                  text: formatAmount(amount),
                  highlight: n === months.length - 1,
                }))}
              />
            </div>
            {cars.length > 0 && (
              <Table caption={t('By car')} columns={columns()} rows={cars} rowKey={keyOf} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

type Car = Spend['cars'][number]
const keyOf = ({ unit, car }: Car) => `${unit} ${car}`

const columns = (): Column<Car>[] => [
  {
    key: 'unit',
    header: t('Unit'),
    main: true,
    sortBy: ({ unit }) => unit,
    cell: ({ unit, car }) => unit || car,
  },
  { key: 'car', header: t('Car'), short: true, sortBy: ({ car }) => car, cell: ({ car }) => car },
  {
    key: 'visits',
    header: t('Visits'),
    align: 'end',
    short: true,
    sortBy: ({ visits }) => visits,
    cell: ({ visits }) => formatNumber(visits),
  },
  {
    key: 'amount',
    header: t('Amount'),
    align: 'end',
    short: true,
    sortBy: ({ amount }) => Number(amount),
    cell: ({ amount }) => formatAmount(amount),
  },
]
