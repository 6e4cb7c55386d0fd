import { businessToday } from '#server/base/business-time.ts'
import {
  isInstantKey,
  isUuidKey,
  readCursor,
  setPageHeaders,
  usualPageSize,
  writeCursor,
} from '#server/http/paging.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { customers } from '#shared/contract/admin.ts'
import { customersCsv } from './customers-csv.ts'
import { everyCustomer, findCustomers } from './queries.ts'

export const customerRoutes = {
  'GET /api/admin/customers': async ({ query, reply }) => {
    const [createdAt, id] = readCursor(query.cursor, [isInstantKey, isUuidKey]) ?? []
    const page = await findCustomers({
      search: query.search,
      limit: query.limit ?? usualPageSize,
      after: createdAt && id ? { createdAt, id } : undefined,
    })
    const next = page.next && writeCursor([page.next.createdAt, page.next.id])
    setPageHeaders(reply, { total: page.total, next })
    return page.customers
  },

  'GET /api/admin/customers/export': async () => ({
    file: 'csv',
    name: `customers-${businessToday()}.csv`,
    text: customersCsv(await everyCustomer()),
  }),
} satisfies HandlersOf<typeof customers>
