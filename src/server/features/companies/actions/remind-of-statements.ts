import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { happened } from '#server/events/happened.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { invoiceReminder, reminderLastsDays } from '#shared/rules/invoices.ts'
import { statementLink } from '../statement-link.ts'
import { languageOfCompany, openStatements } from '../queries/statements.ts'

/** Reminds companies of open statements, on the days that the settings have for invoices. */
export async function remindOfStatements(): Promise<void> {
  const { uses, invoiceReminderDaysBefore: before, invoiceReminderDays: after } = currentSettings()
  if (!uses.companies) return
  const today = businessToday()
  const longest = Math.max(0, ...after) + reminderLastsDays
  const open = await openStatements(addDays(today, -longest), addDays(today, before))
  for (const { accountId, issuedOn, ...one } of open) {
    const days = invoiceReminder({ issuedOn, dueOn: one.dueOn }, today, { before, after })
    if (days === null) continue
    await happened({
      event: 'statement_reminded',
      by: null,
      personId: accountId,
      data: {
        ...one,
        days,
        link: await statementLink(one.statementId),
        language: await languageOfCompany(one.companyId),
      },
    })
  }
}
