import { shownPhone } from '#server/base/phone-numbers.ts'
import { decimalCell } from '#server/http/csv.ts'
import { type CsvColumn, csvExport } from '#server/http/export-pages.ts'
import type { Customer } from '#shared/contract/customers.ts'
import { customerStatusLabels } from '#shared/rules/customers.ts'
import { t, translate } from '#shared/texts/t.ts'
import { type ListedCustomers, pagesOfCustomers } from './queries.ts'

const columns = (): CsvColumn<Customer>[] => [
  [t('First name'), ({ firstName }) => firstName],
  [t('Last name'), ({ lastName }) => lastName],
  [t('E-mail'), ({ email }) => email],
  [t('Phone'), ({ phone }) => phone],
  [t('Jobs'), ({ jobCount }) => jobCount],
  [t('Total spent (USD)'), ({ totalSpent }) => decimalCell(totalSpent)],
  [t('Last service'), ({ lastServiceDate }) => lastServiceDate],
  [t('Vehicles'), ({ vehicleCount }) => vehicleCount],
  [t('Customer since'), ({ createdAt }) => createdAt],
  [t('Last sign-in'), ({ lastLoginAt }) => lastLoginAt],
  [t('Sign-ins'), ({ loginCount }) => loginCount],
  [t('Status'), ({ status }) => translate(customerStatusLabels[status])],
  [t('Tags'), ({ tags }) => tags.join(', ')],
  [t('Id'), ({ id }) => id],
]

/** Customers as CSV, filtered and sorted like the list, screen columns first; instants in UTC, amounts in dollars. */
export async function customersCsv(wanted: ListedCustomers): Promise<AsyncIterable<string>> {
  const readPage = await pagesOfCustomers(wanted)
  return csvExport(columns(), async (limit, cursor) => {
    const { customers, next } = await readPage(limit, cursor)
    const withPhone = async (one: Customer) => ({ ...one, phone: await shownPhone(one.phone) })
    return { rows: await Promise.all(customers.map(withPhone)), next }
  })
}
