import { currentSettings } from '#server/base/current-settings.ts'
import { localDateAt, timeOfDayAt } from '#server/base/wall-clock.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { phrase, t } from '#shared/texts/t.ts'

type CountRow = {
  id: string
  day: LocalDate
  at: Date
  /** With microseconds, which a Date would lose. */
  atKey: string
  by: string
  counted: number
  expected: number | null
  taken: number
}

type Place = { day: string; at: string; id: string }
type Wanted = Place & { from: LocalDate; to: LocalDate; limit: number }
const counting = statement<CountRow, Wanted>(
  'close-drawer',
  (
    $,
  ) => `select c.id, c.day::text as day, c.created_at as at, c.created_at::text as at_key, ${nameOrEmail('u')} as by,
    c.counted_cash_cents as counted, c.expected_cash_cents as expected, c.taken_cash_cents as taken
  from day_closes c join users u on u.id = c.by
  where c.day >= ${$.from}::date and c.day <= ${$.to}::date and c.taken_cash_cents is not null
    and (c.day, c.created_at, c.id) > (${$.day}::date, ${$.at}::timestamptz, ${$.id}::uuid)
  order by c.day, c.created_at, c.id limit ${$.limit}`,
)

const header = () => [
  t('Day'),
  t('Should be in the drawer (USD)'),
  t('Counted (USD)'),
  t('Difference (USD)'),
  t('Taken out (USD)'),
  t('Carried on (USD)'),
  t('Counted by'),
  t('Counted on'),
  t('Time'),
]

/** The counts of the cash drawer on the days between two, both included, one line each. */
export function drawerCsv(from: LocalDate, to: LocalDate): AsyncIterable<string> {
  if (to < from) throw new Invalid(phrase('The last day is before the first one.'))
  const { timeZone } = currentSettings()
  const first: Place = { day: from, at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  return csvLines(
    header(),
    exportPages(async (limit, { day, at, id }: Place = first) => {
      const rows = await queryRows(counting, { from, to, day, at, id, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return {
        rows: rows.map((row) => cellsOf(row, timeZone)),
        next: last && { day: last.day, at: last.atKey, id: last.id },
      }
    }),
  )
}

/** The first count has nothing to be compared with. */
function cellsOf({ day, at, by, counted, expected, taken }: CountRow, timeZone: string): Cell[] {
  const amount = (cents: number) => decimalCell(decimalFromCents(cents))
  return [
    day,
    expected === null ? '' : amount(expected),
    amount(counted),
    expected === null ? '' : amount(counted - expected),
    amount(taken),
    amount(counted - taken),
    by,
    localDateAt(at, timeZone),
    timeOfDayAt(at, timeZone),
  ]
}
