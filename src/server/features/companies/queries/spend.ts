import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import type { CompanyRow } from '#server/reads/companies.ts'
import type { Spend } from '#shared/contract/statements.ts'
import { addMonths } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { firstDayOf, type Period, periodOf } from '#shared/rules/statements.ts'
import { storedVehicleName } from '#shared/rules/vehicle-names.ts'

const shownMonths = 12

type SpendRow = {
  period: Period
  vehicleId: string
  unit: string
  car: string
  visits: number
  cents: number
}
type Wanted = { accountId: string; from: string; zone: string }

const spent = statement<SpendRow, Wanted>(
  'spend-of-company',
  (
    $,
  ) => `select to_char(coalesce(j.completed_at, j.cancelled_at) at time zone ${$.zone}::text, 'YYYY-MM') as period,
      v.id as vehicle_id, v.unit_number as unit, v.year || ' ' || v.make || ' ' || v.model as car,
      count(*)::int as visits, sum(m.amount_cents)::int as cents
    from jobs j join payment_accounts m on m.job_id = j.id join vehicles v on v.id = j.vehicle_id
    where j.customer_id = ${$.accountId}::uuid and m.visit_over and m.amount_cents > 0
      and (coalesce(j.completed_at, j.cancelled_at) at time zone ${$.zone}::text)::date >= ${$.from}::date
    group by 1, v.id order by 1, length(v.unit_number), v.unit_number, v.id`,
)

/** What the company's visits of the last twelve months cost, by month and by car. */
export async function spendOf({ accountId }: CompanyRow): Promise<Spend> {
  const latest = firstDayOf(periodOf(businessToday()))
  const periods = Array.from({ length: shownMonths }, (_, n) =>
    periodOf(addMonths(latest, n + 1 - shownMonths)),
  )
  const rows = await queryRows(spent, {
    accountId,
    from: firstDayOf(periods[0] ?? periodOf(latest)),
    zone: currentSettings().timeZone,
  })
  const cars = new Map<string, { unit: string; car: string; visits: number; cents: number }>()
  for (const { vehicleId, unit, car, visits, cents } of rows) {
    const known = cars.get(vehicleId)
    cars.set(vehicleId, {
      unit,
      car: storedVehicleName(car),
      visits: visits + (known?.visits ?? 0),
      cents: cents + (known?.cents ?? 0),
    })
  }
  const ofMonth = (period: Period) =>
    rows.filter((row) => row.period === period).reduce((sum, { cents }) => sum + cents, 0)
  return {
    months: periods.map((period) => ({ period, amount: decimalFromCents(ofMonth(period)) })),
    cars: [...cars.values()]
      .toSorted((a, b) => b.cents - a.cents)
      .map(({ cents, ...car }) => ({
        ...car,
        amount: decimalFromCents(cents),
      })),
    rows: rows.map(({ period, unit, car, visits, cents }) => ({
      period,
      unit,
      car: storedVehicleName(car),
      visits,
      amount: decimalFromCents(cents),
    })),
  }
}
