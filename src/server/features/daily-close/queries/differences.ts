import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import {
  type DifferenceKind,
  differenceKind,
  explainsItself,
  type Sides,
} from '#shared/rules/daily-close.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { BusinessDay } from '../business-day.ts'

/** A mismatch between a day's ledger and the card network's list. Cents as in `Sides`. */
export type Difference = {
  kind: DifferenceKind
  /** The network's id of the payment or refund. */
  id: string
  paymentId: string | null
  hereCents: number
  thereCents: number
  at: Date
  /** When the other side recorded it, if on another day. */
  otherAt: Date | null
  /** The visit of the payment, or the one named in the network's reference. */
  jobId: string | null
  jobNumber: number | null
  reference: string | null
  /** Reading the visit's payments again may settle it. */
  mayRecord: boolean
  note: { words: string; by: string; at: Date } | null
}

/** Prefixes of `ref` for card movements; the network's id follows. */
const cardRefs = [
  'captured',
  'tip',
  'refunded',
  'tip-refunded',
  'refund-failed',
  'tip-refund-failed',
]
const isCardRef = `split_part(ref, ':', 1) in (${cardRefs.map((word) => `'${word}'`).join(', ')})`
const signed = `case when debit = 'cash' then cents else -cents end`
type Days = { from: string; to: string }
type Names = Record<keyof Days, string>
const ours = ($: Names) => `
  select substr(ref, strpos(ref, ':') + 1) as id, sum(${signed})::int as cents, min(at) as at, max(at) as last_at,
    bool_or(ref like 'refund%' or ref like 'tip-refund%') as refund, (array_agg(job_id))[1] as job_id
  from ledger_entries
  where at >= ${$.from}::timestamptz and at < ${$.to}::timestamptz and (debit = 'cash' or credit = 'cash') and ${isCardRef}
  group by 1`
const theirCents = `case when kind = 'captured' then cents when status = 'failed' then 0 else -cents end`
const theirs = ($: Names) => `
  select kind, id, payment_id, ${theirCents} as cents, at, reference, status from network_movements
  where at >= ${$.from}::timestamptz and at < ${$.to}::timestamptz`

/** No one reads more per day than this. */
export const mostDifferences = 500

type Row = Omit<Sides, 'hereCents' | 'thereCents'> &
  Omit<Difference, 'kind' | 'note'> & {
    /** Part of it was booked after the network's list was complete. */
    fresh: boolean
    noteWords: string | null
    noteAt: Date | null
    noteBy: string | null
  }

/** `until`: until when the network's list is complete; `id`: a single payment or refund. */
type Listing = Days & { until: string; day: LocalDate; id: string | null }
const listing = statement<Row, Listing>(
  'close-differences',
  ($) => `
  with ours as materialized (${ours($)}), theirs as materialized (${theirs($)}),
  other as materialized (
    select coalesce(o.id, n.id) as id, coalesce(o.cents, 0) as here, coalesce(n.cents, 0) as there,
      coalesce(o.at, n.at) as at, coalesce(o.refund, n.kind = 'refunded') as refund, o.job_id,
      coalesce(o.last_at >= ${$.until}::timestamptz, false) as fresh
    from ours o full join theirs n on n.id = o.id
    where coalesce(o.cents, 0) <> coalesce(n.cents, 0)
      and (${$.id}::text is null or coalesce(o.id, n.id) = ${$.id}::text)
    order by at, id limit ${mostDifferences + 1})
  select d.id, d.here as here_cents, d.there as there_cents, d.at, d.refund, d.fresh,
    coalesce(d.id like 'office:%', false) as without_card,
    e.cents as here_ever, m.cents as there_ever, m.reference,
    coalesce(m.status = 'failed', false) as failed_there,
    case when d.here <> 0 then m.at else e.at end as other_at,
    p.payment_id, known.job_id is not null as known,
    j.id as job_id, j.number as job_number,
    known.job_id is not null or exists (
      select from payment_operations where job_id = j.id and status = 'open') as may_record,
    w.note as note_words, w.created_at as note_at, ${nameOrEmail('u')} as note_by
  from other d
  left join lateral (
    select sum(${signed})::int as cents, min(at) as at, (array_agg(job_id))[1] as job_id from ledger_entries
    where ref = any(array[${cardRefs.map((word) => `'${word}:' || d.id`).join(', ')}])
    having count(*) > 0) e on true
  left join lateral (
    select payment_id, ${theirCents} as cents, at, reference, status from network_movements
    where kind in ('captured', 'refunded') and id = d.id limit 1) m on true
  left join payment_refunds r on r.refund_id = d.id
  left join lateral (select coalesce(m.payment_id, r.payment_id, d.id) as payment_id) p on true
  left join lateral (
    select job_id from payment_holds where payment_id = p.payment_id
    union all select job_id from payment_captures where payment_id = p.payment_id limit 1) known on true
  left join lateral (
    select coalesce(d.job_id, e.job_id, known.job_id, (
      select id from jobs where number = substring(m.reference from '^FQ-([0-9]{1,9})$')::int)) as job_id) about on true
  left join jobs j on j.id = about.job_id
  left join difference_notes w on w.day = ${$.day}::date and w.network_id = d.id
    and w.here_cents = d.here and w.there_cents = d.there
  left join users u on u.id = w.by
  order by d.at, d.id`,
)

/** Kinds that a newer list may settle: the list could not have them yet, or not in their current state. */
const needsNewList: ReadonlySet<DifferenceKind> = new Set([
  'captured_here',
  'refunded_here',
  'amount',
])

/**
 * A day's differences, earliest first, at most `mostDifferences` + 1, or those of one payment or refund with `id`. `until`:
 * until when the network's list was complete. `bookedSince`: there are later bookings that this list cannot confirm; their
 * absence from it is no difference.
 */
export async function differencesOf(
  { date, from, to }: BusinessDay,
  until: Date,
  id?: string,
): Promise<{ differences: Difference[]; bookedSince: boolean }> {
  const rows = await queryRows(listing, {
    from: from.toISOString(),
    to: to.toISOString(),
    until: until.toISOString(),
    day: date,
    id: id ?? null,
  })
  let bookedSince = false
  const differences = rows.flatMap((row) => {
    const kind = differenceKind(row)
    if (!kind) return []
    const isUnsure = row.fresh && needsNewList.has(kind)
    bookedSince ||= isUnsure
    return isUnsure && kind !== 'amount' ? [] : [differenceOf(row, kind)]
  })
  return { differences, bookedSince }
}

function differenceOf(row: Row, kind: DifferenceKind): Difference {
  const { noteWords, noteAt, noteBy } = row
  return {
    kind,
    id: row.id,
    paymentId: row.paymentId,
    hereCents: row.hereCents,
    thereCents: row.thereCents,
    at: row.at,
    otherAt: kind === 'other_day' ? row.otherAt : null,
    jobId: row.jobId,
    jobNumber: row.jobNumber,
    reference: row.reference,
    mayRecord: row.mayRecord && !explainsItself(kind) && kind !== 'amount',
    note: noteWords && noteAt ? { words: noteWords, at: noteAt, by: noteBy ?? '' } : null,
  }
}

/** The card charges and refunds of a day on either side, tips included, in cents. */
export async function sidesOf({ from, to }: BusinessDay): Promise<{
  here: { captured: number; refunded: number }
  there: { captured: number; refunded: number }
}> {
  const sums = `coalesce(sum(cents) filter (where not refund), 0)::int8 as captured,
    coalesce(-sum(cents) filter (where refund), 0)::int8 as refunded`
  const rows = await queryRows(
    statement<{ side: string; captured: number; refunded: number }, Days>(
      'close-sides',
      ($) => `select 'here' as side, ${sums} from (${ours($)}) o
        union all select 'there', ${sums} from (
          select cents, kind = 'refunded' as refund from (${theirs($)}) listed) n`,
    ),
    { from: from.toISOString(), to: to.toISOString() },
  )
  const side = (name: string) => {
    const { captured = 0, refunded = 0 } = rows.find((row) => row.side === name) ?? {}
    return { captured, refunded }
  }
  return { here: side('here'), there: side('there') }
}
