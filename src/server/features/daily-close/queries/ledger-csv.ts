import { currentSettings } from '#server/base/current-settings.ts'
import { localDateAt, timeOfDayAt } from '#server/base/wall-clock.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { decimalCell } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import { type CsvColumn, csvExport } from '#server/http/export-pages.ts'
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

function columns(): CsvColumn<EntryRow>[] {
  const { timeZone } = currentSettings()
  return [
    [t('Date'), ({ at }) => localDateAt(at, timeZone)],
    [t('Time'), ({ at }) => timeOfDayAt(at, timeZone)],
    [t('Entry'), ({ id }) => id],
    [t('Visit'), ({ number }) => (number === null ? '' : jobNumber(number))],
    [t('Account debited'), ({ debit }) => translate(accountLabel(debit))],
    [t('Account credited'), ({ credit }) => translate(accountLabel(credit))],
    [t('Amount (USD)'), ({ cents }) => decimalCell(decimalFromCents(cents))],
    [t('Description'), ({ memo }) => describeEntry(memo)],
    [t('Technician'), ({ technician }) => technician ?? ''],
    [t('Instant (UTC)'), ({ at }) => at.toISOString()],
  ]
}

const noId = '00000000-0000-0000-0000-000000000000'

/** The ledger between two business days, both included, one line per entry in booking order. */
export function ledgerCsv(from: LocalDate, to: LocalDate): AsyncIterable<string> {
  if (to < from) throw new Invalid(phrase('The last day is before the first one.'))
  const end = businessDayOf(to).to.toISOString()
  const first: Place = { at: businessDayOf(from).from.toISOString(), id: noId }
  return csvExport(columns(), async (limit, { at, id }: Place = first) => {
    const rows = await queryRows(listing, { at, end, id, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return { rows, next: last && { at: last.atKey, id: last.id } }
  })
}
