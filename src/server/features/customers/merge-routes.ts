import type { HandlersOf } from '#server/http/handlers.ts'
import { assertTwo, mergeCustomers } from './actions/merge-customers.ts'
import { customerById } from './queries.ts'
import { findDuplicates } from './queries/duplicates.ts'
import { previewMerge } from './queries/merge-preview.ts'
import type { customerMerging } from '#shared/contract/customer-merging.ts'

export const customerMergingRoutes = {
  'GET /api/admin/customers/duplicates': () => findDuplicates(),

  'GET /api/admin/customers/{id}/merge': ({ params, query }) => {
    assertTwo(params.id, query.customerId)
    return previewMerge(params.id, query.customerId)
  },

  'POST /api/admin/customers/{id}/merge': async ({ person, params, body }) => {
    await mergeCustomers(person, params.id, body)
    return customerById(params.id)
  },
} satisfies HandlersOf<typeof customerMerging>
