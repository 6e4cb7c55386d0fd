import { Loaded } from '#client/app/loaded.tsx'
import { whileDown } from '#client/app/socket-state.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Utilization } from '#shared/contract/admin.ts'
import { formatDay, formatDays, formatShare } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

export function UtilizationCard() {
  const seats = useCall('GET /api/dashboard/utilization', undefined, {
    refetchInterval: whileDown(60_000),
  })
  return (
    <Card title={t('Seats booked')}>
      <Loaded
        parts={[seats]}
        loading={<Skeleton className="h-63 w-full" />}
        failed={t('The seats could not be loaded')}
      >
        {({ days }) => <Weeks days={days} />}
      </Loaded>
    </Card>
  )
}

type Days = Utilization['days']

function Weeks({ days }: { days: Days }) {
  const { today } = useBusiness()
  return (
    <>
      <dl className="mb-3 grid grid-cols-2 gap-x-4">
        <Week label={t('This week')} days={days.slice(0, 7)} />
        <Week label={t('Next week')} days={days.slice(7)} />
      </dl>
      <BarChart
        caption={t('Seats booked by day, this week and the next')}
        most={1}
        bars={days.map((day) => ({
          label: formatDay(day.date),
          shortLabel: String(Number(day.date.slice(8))),
          value: day.seats ? day.booked / day.seats : 0,
          text: describeSeats(day),
          highlight: day.date === today,
        }))}
      />
    </>
  )
}

function Week({ label, days }: { label: string; days: Days }) {
  // Days without recorded capacity are left out.
  const known = days.flatMap(({ booked, seats }) => (seats === null ? [] : { booked, seats }))
  const [booked, seats] = [sum(known.map((day) => day.booked)), sum(known.map((day) => day.seats))]
  return (
    <div>
      <dt className="text-sm text-soft">
        {label}
        <span className="block">{formatDays(days[0]?.date ?? '', days.at(-1)?.date ?? '')}</span>
      </dt>
      <dd className="text-2xl font-semibold tracking-tight">
        {known.length === 0 ? '—' : seats > 0 ? share({ booked, seats }) : t('date|Closed')}
      </dd>
      {seats > 0 && <dd className="text-sm text-soft">{describe({ booked, seats })}</dd>}
    </div>
  )
}

function describeSeats({ booked, seats }: Days[number]): string {
  if (seats === null) return '—'
  return seats > 0
    ? `${describe({ booked, seats })} · ${share({ booked, seats })}`
    : t('date|Closed')
}

type Seats = { booked: number; seats: number }
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const share = ({ booked, seats }: Seats) => formatShare(booked / seats)
const describe = ({ booked, seats }: Seats) =>
  plural(seats, { one: '{booked} of {count} seat', other: '{booked} of {count} seats' }, { booked })
