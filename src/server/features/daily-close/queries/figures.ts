import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { receivedAccountsSql } from '#shared/rules/recorded-payments.ts'
import { isOwed, isReserved, unpaidColumn } from '#server/reads/costs.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import {
  addFigures,
  type CloseFigures,
  type EntrySum,
  figuresOf,
  noFigures,
} from '#shared/rules/daily-close.ts'

/** Figures of one technician's visits, in cents; `id` is null for unassigned visits. */
export type TechnicianFigures = { id: string | null; name: string; figures: CloseFigures }
/** Debits and credits of an account, in cents. */
type AccountSum = { account: string; debit: number; credit: number }
export type Figures = {
  entries: number
  total: CloseFigures
  technicians: TechnicianFigures[]
  accounts: AccountSum[]
}

type SumRow = EntrySum & { technicianId: string | null; name: string | null; count: number }

// Looks up each visit separately: with a plain join, the planner may read a million for a day's few.
const text = `
  with moved as materialized (
    select job_id, debit, credit,
      ref like 'refund-failed:%' or ref like 'tip-refund-failed:%' as reversal,
      sum(cents) as cents, count(*) as count
    from ledger_entries where at >= $1::timestamptz and at < $2::timestamptz group by 1, 2, 3, 4),
  summed as materialized (
    select j.technician_id, debit, credit, reversal, fee, sum(cents)::int8 as cents, sum(count)::int as count
    from moved left join lateral (
      select technician_id, case when status <> 'cancelled' then null
        when outcome = 'not_done' then 'not_done' else 'cancelled' end as fee
      from jobs where id = moved.job_id limit 1) j on true
    group by 1, 2, 3, 4, 5)
  select s.technician_id, trim(u.first_name || ' ' || u.last_name) as name,
    s.debit, s.credit, s.reversal, s.fee, s.cents, s.count
  from summed s left join users u on u.id = s.technician_id`

/** Ledger bookings from `from` until before `to`: total, per technician and per account. */
export async function figuresBetween(from: Date, to: Date): Promise<Figures> {
  const rows = await queryRows<SumRow>({ name: 'close-figures', text }, [
    from.toISOString(),
    to.toISOString(),
  ])
  const technicians = new Map<string | null, TechnicianFigures>()
  const accounts = new Map<string, AccountSum>()
  const result: Figures = { entries: 0, total: noFigures, technicians: [], accounts: [] }
  for (const row of rows) {
    const figures = figuresOf(row)
    result.entries += row.count
    result.total = addFigures(result.total, figures)
    const known = technicians.get(row.technicianId)
    technicians.set(row.technicianId, {
      id: row.technicianId,
      name: row.name ?? '',
      figures: addFigures(known?.figures ?? noFigures, figures),
    })
    const [debited, credited] = [accountOf(accounts, row.debit), accountOf(accounts, row.credit)]
    debited.debit += row.cents
    credited.credit += row.cents
  }
  result.technicians = [...technicians.values()]
  result.accounts = [...accounts.values()].toSorted((a, b) => (a.account < b.account ? -1 : 1))
  return result
}

function accountOf(accounts: Map<string, AccountSum>, account: string): AccountSum {
  const sum = accounts.get(account) ?? { account, debit: 0, credit: 0 }
  accounts.set(account, sum)
  return sum
}

export type Pending = { id: string | null; name: string; cents: number }

/** Amounts still expected for a day's visits, in cents: held on cards, or due after the work. */
export async function pendingOf(date: LocalDate): Promise<Pending[]> {
  const pending = `
    select p.technician_id as id, coalesce(trim(u.first_name || ' ' || u.last_name), '') as name, p.cents
    from (select m.technician_id, sum(case when ${isReserved} then m.held_cents
          when ${isOwed} then ${unpaidColumn} else 0 end)::int8 as cents
        from payment_accounts m where m.visit_on = $1::date group by 1) p
    left join users u on u.id = p.technician_id
    where p.cents <> 0`
  return queryRows<Pending>({ name: 'close-pending', text: pending }, [date])
}

/** The day's visits under way, and those not finished although their time has come. */
export async function unfinishedOf(date: LocalDate): Promise<number> {
  const [found] = await queryRows<{ count: number }>(
    {
      name: 'close-unfinished',
      text: `select count(*)::int as count from jobs
        where service_date = $1::date and status in ('scheduled', 'assigned', 'in_progress')
          and not needs_confirmation and (status = 'in_progress' or starts_at < $2::timestamptz)`,
    },
    [date, now()],
  )
  return found?.count ?? 0
}

/** Payments by card and otherwise less refunds in each period, in cents, tips excluded. */
export async function netOfEach(days: readonly { from: Date; to: Date }[]): Promise<number[]> {
  const bounds = days.map(({ from }) => from.toISOString())
  const end = days.at(-1)?.to.toISOString() ?? null
  const rows = await queryRows<{ nth: number; net: number }>(
    {
      name: 'close-net-of-days',
      text: `select width_bucket(at, $1::timestamptz[]) as nth,
          sum(case when debit in (${receivedAccountsSql({ withCards: true })}) then cents else -cents end)::int8 as net
        from (
          select at, debit, cents from ledger_entries
          where at >= ($1::timestamptz[])[1] and at < $2::timestamptz
            and (debit = 'cash' or credit = 'cash')
            and debit <> 'tips_payable' and credit <> 'tips_payable'
          union all
          select at, debit, cents from ledger_entries
          where at >= ($1::timestamptz[])[1] and at < $2::timestamptz
            and (debit in (${receivedAccountsSql()}) or credit in (${receivedAccountsSql()}))) moved
        group by 1`,
    },
    [bounds, end],
  )
  const nets = new Map(rows.map(({ nth, net }) => [nth, net]))
  return days.map((_, at) => nets.get(at + 1) ?? 0)
}
