import { businessToday } from '#server/base/business-time.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { customers } from '#shared/contract/admin.ts'
import { customersCsv } from './customers-csv.ts'
import { changeCustomer } from './actions/change-customer.ts'
import { customerById, everyCustomer, findCustomers } from './queries.ts'

export const customerRoutes = {
  'GET /api/admin/customers': async ({ query, reply }) => {
    const page = await findCustomers({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page, query.search !== undefined)
    return page.customers
  },

  'PATCH /api/admin/customers/{id}': async ({ person, params, body }) => {
    await changeCustomer(person, params.id, body)
    return customerById(params.id)
  },

  'GET /api/admin/customers/export': async ({ query }) => ({
    file: 'csv',
    name: `customers-${businessToday()}.csv`,
    text: await customersCsv(await everyCustomer(query)),
  }),
} satisfies HandlersOf<typeof customers>
