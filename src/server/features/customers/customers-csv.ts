import { shownPhone } from '#server/base/phone-numbers.ts'
import { csvText } from '#server/http/csv.ts'
import type { Customer } from '#shared/contract/admin.ts'
import { t } from '#shared/texts/t.ts'

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
  t('Id'),
]

/** The customers as CSV, one line each, the columns of the screen first; instants in UTC, amounts in dollars. */
export async function customersCsv(customers: readonly Customer[]): Promise<string> {
  const phones = await Promise.all(customers.map(({ phone }) => shownPhone(phone)))
  const rows = customers.map((customer, at) => [
    customer.firstName,
    customer.lastName,
    customer.email,
    phones[at] ?? '',
    customer.jobCount,
    customer.totalSpent,
    customer.lastServiceDate,
    customer.vehicleCount,
    customer.createdAt,
    customer.lastLoginAt,
    customer.loginCount,
    customer.id,
  ])
  return csvText(header(), rows)
}
