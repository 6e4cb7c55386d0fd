import { businessToday } from '#server/base/business-time.ts'
import { jobKeyChecks, visitsOfCustomer } from '#server/reads/newest-jobs.ts'
import { readCursor, setPageHeaders, usualPageSize, writeCursor } from '#server/http/paging.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import { happened } from '#server/events/happened.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { customers } from '#shared/contract/customers.ts'
import { customersCsv } from './customers-csv.ts'
import { addCustomer } from './actions/add-customer.ts'
import { changeCustomer } from './actions/change-customer.ts'
import { endTexts } from './actions/end-texts.ts'
import { eraseCustomer } from './actions/erase-customer.ts'
import { addNote, removeNote } from './actions/note-customer.ts'
import { customerById, findCustomers, mergedInto } from './queries.ts'
import { isFiltered } from '#server/reads/search-conditions.ts'
import { detailsOf, noteById, messagesOf } from './queries/details.ts'
import { countedCustomers } from './queries/narrow.ts'
import { summaryOf } from './queries/summary.ts'
import { assertTwo, mergeCustomers } from './actions/merge-customers.ts'
import { findDuplicates } from './queries/duplicates.ts'
import { previewMerge } from './queries/merge-preview.ts'
import type { customerMerging } from '#shared/contract/customer-merging.ts'

export const customerRoutes = {
  'GET /api/admin/customers': async ({ query, reply }) => {
    const page = await findCustomers({ ...query, limit: query.limit ?? usualPageSize })
    setPageHeaders(reply, page, isFiltered(query), countedCustomers)
    return page.customers
  },

  'POST /api/admin/customers': {
    prepare: ({ body }) => phoneField(body.phone ?? ''),
    async act({ person, body: { role: _role, isSomebodyElse, ...details } }, phone) {
      const customer = { ...details, phone: phone as string }
      return customerById(await addCustomer(person, customer, { isSomebodyElse }))
    },
  },

  'GET /api/admin/customers/summary': ({ query }) => summaryOf(query),

  'GET /api/admin/customers/export': async ({ query, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'customers' } })
    return {
      file: 'csv',
      name: `customers-${businessToday()}.csv`,
      text: await customersCsv(query),
    }
  },

  'GET /api/admin/customers/{id}': async ({ params: { id }, reply }) => {
    const customer = await detailsOf((await mergedInto(id)) ?? id)
    setVersion(reply, customer.version)
    return customer
  },

  'PATCH /api/admin/customers/{id}': async ({ person, params, body, request, reply }) => {
    const { role: _role, ...change } = body
    const phone = body.phone === undefined ? undefined : await phoneField(body.phone)
    await changeCustomer(person, params.id, { ...change, phone, version: wantedVersion(request) })
    const customer = await customerById(params.id)
    setVersion(reply, customer.version)
    return customer
  },

  'DELETE /api/admin/customers/{id}': ({ person, params, query, request }) =>
    eraseCustomer(params.id, {
      by: person.id,
      version: wantedVersion(request),
      evenOwing: query.evenOwing === 'yes',
    }),

  'GET /api/admin/customers/{id}/jobs': async ({ person, params, query, reply }) => {
    const { id } = await customerById(params.id)
    const after = readCursor(query.cursor, jobKeyChecks)
    const limit = query.limit ?? usualPageSize
    const { jobs, next } = await visitsOfCustomer(person, id, { limit, ...(after && { after }) })
    setPageHeaders(reply, { next: next && writeCursor(next) })
    return jobs
  },

  'GET /api/admin/customers/{id}/messages': async ({ params }) =>
    messagesOf(await customerById(params.id)),

  'POST /api/admin/customers/{id}/end-texts': ({ person, params }) => endTexts(person, params.id),

  'POST /api/admin/customers/{id}/notes': async ({ person, params, body }) =>
    noteById(await addNote(person, params.id, body.note)),

  'DELETE /api/admin/customers/{id}/notes/{noteId}': ({ person, params }) =>
    removeNote(person, params.id, params.noteId),

  'GET /api/admin/customers/duplicates': () => findDuplicates(),

  'GET /api/admin/customers/{id}/merge': ({ params, query }) => {
    assertTwo(params.id, query.customerId)
    return previewMerge(params.id, query.customerId)
  },

  'POST /api/admin/customers/{id}/merge': async ({ person, params, body }) => {
    await mergeCustomers(person, params.id, body)
    return customerById(params.id)
  },
} satisfies HandlersOf<typeof customers & typeof customerMerging>
