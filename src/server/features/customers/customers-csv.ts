import { csvText } from '#server/http/csv.ts'
import type { Customer } from '#shared/contract/admin.ts'
import { t } from '#shared/texts/t.ts'

const header = () => [
  t('First name'),
  t('Last name'),
  t('E-mail'),
  t('Phone'),
  t('Customer since'),
  t('Last sign-in'),
  t('Sign-ins'),
  t('Vehicles'),
  t('Jobs'),
  t('Total spent (USD)'),
  t('Last service'),
  t('Id'),
]

/** The customers as CSV, one line each; instants in UTC, amounts in dollars. */
export function customersCsv(customers: readonly Customer[]): string {
  const rows = customers.map((customer) => [
    customer.firstName,
    customer.lastName,
    customer.email,
    customer.phone,
    customer.createdAt,
    customer.lastLoginAt,
    customer.loginCount,
    customer.vehicleCount,
    customer.jobCount,
    customer.totalSpent,
    customer.lastServiceDate,
    customer.id,
  ])
  return csvText(header(), rows)
}
