import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import { unpaidColumn } from '#server/reads/costs.ts'
import { businessToday } from '#server/base/business-time.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { EventData } from '#shared/rules/events.ts'
import { invoiceReminder, reminderLastsDays } from '#shared/rules/invoices.ts'

// After missed reminders only the last one is sent, and none for visits long before them.
const unpaid = {
  name: 'bills-to-remind-of',
  text: `select j.id, j.status = 'cancelled' as fee, max(d.days) as days, max(${unpaidColumn}) as cents
    from payment_accounts m
    join jobs j on j.id = m.job_id
    cross join unnest($1::int[]) d(days)
    where m.state = 'balance_due' and j.status in ('completed', 'cancelled')
      and coalesce(j.completed_at, j.cancelled_at) <= $2::timestamptz - make_interval(days => d.days)
      and coalesce(j.completed_at, j.cancelled_at) > $2::timestamptz - make_interval(days => d.days + 7)
    group by j.id having max(${unpaidColumn}) > 0`,
}

type Unpaid = { id: string; fee: boolean; days: number; cents: number }

/** Reminds customers of unpaid completed visits, on each day in the settings. */
export async function remindOfBills(): Promise<void> {
  const days = currentSettings().paymentReminderDays
  if (days.length === 0) return
  const found = new Map(
    (await queryRows<Unpaid>(unpaid, [days, now()])).map((one) => [one.id, one]),
  )
  const jobs = await readTheseJobs([...found.keys()])
  await happened(
    ...jobs.flatMap((job): Happening[] => {
      const bill = found.get(job.id)
      if (!bill) return []
      const data = { days: bill.days, cents: bill.cents, ...(bill.fee && { fee: true }) }
      return [{ event: 'payment_reminded', job, by: null, data }]
    }),
  )
}

// Only invoices that may be due a reminder.
const open = {
  name: 'open-invoices',
  text: `select i.job_id, i.number, i.open_cents as cents, i.issued_on::text as issued_on,
      i.due_on::text as due_on, coalesce(u.invoicing ->> 'email', '') as billed_email
    from invoices i join jobs j on j.id = i.job_id join users u on u.id = j.customer_id
    where i.open_cents > 0 and i.due_on between $1::date and $2::date
    order by i.due_on, i.id`,
}

type OpenInvoice = {
  jobId: string
  number: string
  cents: number
  issuedOn: LocalDate
  dueOn: LocalDate
  billedEmail: string
}

/** Reminds customers of open invoices, before and after the due date, on each day in the settings. */
export async function remindOfInvoices(): Promise<void> {
  const { invoiceReminderDaysBefore: before, invoiceReminderDays: after } = currentSettings()
  const today = businessToday()
  const longest = Math.max(0, ...after) + reminderLastsDays
  const invoices = await queryRows<OpenInvoice>(open, [
    addDays(today, -longest),
    addDays(today, before),
  ])
  const due = new Map<string, EventData['invoice_reminded']>()
  for (const { jobId, number, cents, dueOn, issuedOn, billedEmail } of invoices) {
    const days = invoiceReminder({ issuedOn, dueOn }, today, { before, after })
    if (days !== null)
      due.set(jobId, { number, cents, dueOn, days, ...(billedEmail && { billedEmail }) })
  }
  const jobs = await readTheseJobs([...due.keys()])
  await happened(
    ...jobs.flatMap((job): Happening[] => {
      const data = due.get(job.id)
      return data ? [{ event: 'invoice_reminded', job, by: null, data }] : []
    }),
  )
}
