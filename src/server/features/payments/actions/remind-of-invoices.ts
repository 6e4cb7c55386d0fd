import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import { readTheseJobs } from '#server/features/jobs/queries.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { EventData, EventName } from '#shared/rules/events.ts'
import { invoiceReminder, reminderLastsDays } from '#shared/rules/invoices.ts'

const reminded = 'invoice_reminded' satisfies EventName

const lock = {
  name: 'lock-invoice-reminders',
  text: `select pg_advisory_xact_lock(hashtext('invoice reminders'))::text`,
}

// Those alone that may have a reminder now, with the last one that they had.
const open = {
  name: 'open-invoices',
  text: `select i.job_id as "jobId", i.number, i.open_cents as cents, i.issued_on::text as "issuedOn",
      i.due_on::text as "dueOn", coalesce(u.invoicing ->> 'email', '') as "billedEmail",
      (select max((e.data ->> 'days')::int) from job_events e where e.job_id = i.job_id
        and e.kind = '${reminded}' and e.data ->> 'number' = i.number) as last
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
  last: number | null
}

/** Reminds customers of invoices that are open, before they are due and after, on each day of the settings once. */
export async function remindOfInvoices(): Promise<void> {
  const { invoiceReminderDaysBefore: before, invoiceReminderDays: after } = currentSettings()
  const today = businessToday()
  const longest = Math.max(0, ...after) + reminderLastsDays
  await transaction(async () => {
    await queryRow(lock)
    const invoices = await queryRows<OpenInvoice>(open, [
      addDays(today, -longest),
      addDays(today, before),
    ])
    const due = new Map<string, EventData['invoice_reminded']>()
    for (const { jobId, last, number, cents, dueOn, issuedOn, billedEmail } of invoices) {
      const days = invoiceReminder({ issuedOn, dueOn }, today, { before, after })
      if (days !== null && (last === null || last < days))
        due.set(jobId, { number, cents, dueOn, days, ...(billedEmail && { billedEmail }) })
    }
    const jobs = await readTheseJobs([...due.keys()])
    const reminders: Happening[] = jobs.flatMap((job) => {
      const data = due.get(job.id)
      return data ? [{ event: reminded, job, by: null, data }] : []
    })
    await happened(...reminders)
  })
}
