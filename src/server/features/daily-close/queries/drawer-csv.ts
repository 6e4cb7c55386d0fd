import { currentSettings } from '#server/base/current-settings.ts'
import { localDateAt, timeOfDayAt } from '#server/base/wall-clock.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { decimalCell } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import { type CsvColumn, csvExport } from '#server/http/export-pages.ts'
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

/** The first count has nothing to be compared with. */
function columns(): CsvColumn<CountRow>[] {
  const { timeZone } = currentSettings()
  const amount = (cents: number) => decimalCell(decimalFromCents(cents))
  return [
    [t('Day'), ({ day }) => day],
    [
      t('Should be in the drawer (USD)'),
      ({ expected }) => (expected === null ? '' : amount(expected)),
    ],
    [t('Counted (USD)'), ({ counted }) => amount(counted)],
    [
      t('Difference (USD)'),
      ({ counted, expected }) => (expected === null ? '' : amount(counted - expected)),
    ],
    [t('Taken out (USD)'), ({ taken }) => amount(taken)],
    [t('Carried on (USD)'), ({ counted, taken }) => amount(counted - taken)],
    [t('Counted by'), ({ by }) => by],
    [t('Counted on'), ({ at }) => localDateAt(at, timeZone)],
    [t('Time'), ({ at }) => timeOfDayAt(at, timeZone)],
  ]
}

/** The counts of the cash drawer on the days between two, both included, one line each. */
export function drawerCsv(from: LocalDate, to: LocalDate): AsyncIterable<string> {
  if (to < from) throw new Invalid(phrase('The last day is before the first one.'))
  const first: Place = { day: from, at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  return csvExport(columns(), async (limit, { day, at, id }: Place = first) => {
    const rows = await queryRows(counting, { from, to, day, at, id, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return { rows, next: last && { day: last.day, at: last.atKey, id: last.id } }
  })
}
