import { currentSettings } from '#server/base/current-settings.ts'
import { localDateAt, timeOfDayAt } from '#server/base/wall-clock.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { accountLabel } from '#shared/rules/daily-close.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { describeEntry } from '#shared/rules/ledger-words.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { phrase, t, translate } from '#shared/texts/t.ts'
import { businessDayOf } from '../business-day.ts'

type EntryRow = {
  id: string
  at: Date
  /** With microseconds, which a Date would lose. */
  atKey: string
  number: number | null
  debit: string
  credit: string
  cents: number
  memo: string
  technician: string | null
}

type Place = { at: string; id: string }
type Wanted = Place & { end: string; limit: number }
// Limits the page before joining anything to it.
const listing = statement<EntryRow, Wanted>(
  'close-ledger',
  ($) => `
  with page as materialized (
    select id, at, job_id, debit, credit, cents, memo from ledger_entries
    where at >= ${$.at}::timestamptz and at < ${$.end}::timestamptz and (at, id) > (${$.at}::timestamptz, ${$.id}::uuid)
    order by at, id limit ${$.limit})
  select p.id, p.at, p.at::text as at_key, j.number, p.debit, p.credit, p.cents, p.memo,
    trim(u.first_name || ' ' || u.last_name) as technician
  from page p
  left join lateral (select number, technician_id from jobs where id = p.job_id limit 1) j on true
  left join users u on u.id = j.technician_id
  order by p.at, p.id`,
)

const header = () => [
  t('Date'),
  t('Time'),
  t('Entry'),
  t('Visit'),
  t('Account debited'),
  t('Account credited'),
  t('Amount (USD)'),
  t('Description'),
  t('Technician'),
  t('Instant (UTC)'),
]

/** The ledger between two business days, both included, one line per entry in booking order. */
export function ledgerCsv(from: LocalDate, to: LocalDate): AsyncIterable<string> {
  if (to < from) throw new Invalid(phrase('The last day is before the first one.'))
  return csvLines(header(), entriesOf(from, to))
}

const noId = '00000000-0000-0000-0000-000000000000'

function entriesOf(from: LocalDate, to: LocalDate) {
  const { timeZone } = currentSettings()
  const end = businessDayOf(to).to.toISOString()
  const first: Place = { at: businessDayOf(from).from.toISOString(), id: noId }
  return exportPages(async (limit, { at, id }: Place = first) => {
    const rows = await queryRows(listing, { at, end, id, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      rows: rows.map((row) => cellsOf(row, timeZone)),
      next: last && { at: last.atKey, id: last.id },
    }
  })
}

function cellsOf(row: EntryRow, timeZone: string): Cell[] {
  return [
    localDateAt(row.at, timeZone),
    timeOfDayAt(row.at, timeZone),
    row.id,
    row.number === null ? '' : jobNumber(row.number),
    translate(accountLabel(row.debit)),
    translate(accountLabel(row.credit)),
    decimalCell(decimalFromCents(row.cents)),
    describeEntry(row.memo),
    row.technician ?? '',
    row.at.toISOString(),
  ]
}
