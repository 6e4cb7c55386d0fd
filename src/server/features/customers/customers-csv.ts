import { csvText } from '#server/http/csv.ts'
import type { Customer } from '#shared/contract/admin.ts'

const header = [
  'First name',
  'Last name',
  'E-mail',
  'Phone',
  'Customer since',
  'Last sign-in',
  'Sign-ins',
  'Vehicles',
  'Jobs',
  'Total spent (USD)',
  'Last service',
  'Id',
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
  return csvText(header, rows)
}
