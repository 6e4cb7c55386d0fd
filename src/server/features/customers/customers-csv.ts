import { shownPhone } from '#server/base/phone-numbers.ts'
import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { Customer } from '#shared/contract/customers.ts'
import { customerStatusLabels } from '#shared/rules/customers.ts'
import { t, translate } from '#shared/texts/t.ts'
import { type ListedCustomers, pagesOfCustomers } from './queries.ts'

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

/** Customers as CSV, filtered and sorted like the list, screen columns first; instants in UTC, amounts in dollars. */
export async function customersCsv(wanted: ListedCustomers): Promise<AsyncIterable<string>> {
  const readPage = await pagesOfCustomers(wanted)
  return csvLines(
    header(),
    exportPages(async (limit, cursor) => {
      const { customers, next } = await readPage(limit, cursor)
      return { rows: await Promise.all(customers.map(cellsOf)), next }
    }),
  )
}

const cellsOf = async (customer: Customer): Promise<Cell[]> => [
  customer.firstName,
  customer.lastName,
  customer.email,
  await shownPhone(customer.phone),
  customer.jobCount,
  decimalCell(customer.totalSpent),
  customer.lastServiceDate,
  customer.vehicleCount,
  customer.createdAt,
  customer.lastLoginAt,
  customer.loginCount,
  translate(customerStatusLabels[customer.status]),
  customer.tags.join(', '),
  customer.id,
]
