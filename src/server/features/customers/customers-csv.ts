import { shownPhone } from '#server/base/phone-numbers.ts'
import { csvLines, decimalCell } from '#server/http/csv.ts'
import type { Customer } from '#shared/contract/customers.ts'
import { customerStatuses, customerStatusLabels } from '#shared/rules/customers.ts'
import { t, translate } from '#shared/texts/t.ts'

const header = () => [
  t('First name'),
  t('Last name'),
  t('E-mail'),
  t('Phone'),
  t('Jobs'),
  t('Total spent (USD)'),
  t('Last service'),
  t('Vehicles'),
  t('Customer since'),
  t('Last sign-in'),
  t('Sign-ins'),
  t('Status'),
  t('Tags'),
  t('Id'),
]

/** The customers as CSV, one line each, the columns of the screen first; instants in UTC, amounts in dollars. */
export function customersCsv(pages: AsyncIterable<readonly Customer[]>): AsyncIterable<string> {
  // Now, while the language of whoever asks is known.
  const statusWords = Object.fromEntries(
    customerStatuses.map((status) => [status, translate(customerStatusLabels[status])]),
  )
  return csvLines(header(), rowsOf(pages, statusWords))
}

async function* rowsOf(
  pages: AsyncIterable<readonly Customer[]>,
  statusWords: Record<string, string>,
) {
  for await (const customers of pages) {
    const phones = await Promise.all(customers.map(({ phone }) => shownPhone(phone)))
    yield customers.map((customer, at) => [
      customer.firstName,
      customer.lastName,
      customer.email,
      phones[at] ?? '',
      customer.jobCount,
      decimalCell(customer.totalSpent),
      customer.lastServiceDate,
      customer.vehicleCount,
      customer.createdAt,
      customer.lastLoginAt,
      customer.loginCount,
      statusWords[customer.status] ?? '',
      customer.tags.join(', '),
      customer.id,
    ])
  }
}
