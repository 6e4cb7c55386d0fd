import { BarChart } from '#client/ui/bar-chart.tsx'
import { Card } from '#client/ui/card.tsx'
import type { DailyClose } from '#shared/contract/daily-close.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What the days up to this one brought; nothing where none brought anything. */
export function NetChart({ days }: Pick<DailyClose, 'days'>) {
  if (days.every(({ net }) => Number(net) === 0)) return null
  return (
    <Card>
      <BarChart
        caption={t('Taken less refunds, 14 days')}
        bars={days.map(({ date, net }, at) => ({
          label: formatDay(date),
          shortLabel: String(Number(date.slice(8))),
          value: Number(net),
          text: formatAmount(net),
          highlight: at === days.length - 1,
        }))}
      />
    </Card>
  )
}
