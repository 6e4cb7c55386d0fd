import { businessToday } from '#server/base/business-time.ts'
import { happened } from '#server/events/happened.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { invoices } from '#shared/contract/invoices.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { countedInvoices, countInvoices, findInvoices, invoiceTotals } from './find-invoices.ts'
import { invoicesCsv } from './invoices-csv.ts'

export const invoiceRoutes = {
  'GET /api/admin/invoices': async ({ query, reply }) => {
    const [{ rows, next }, { total, capped }] = await Promise.all([
      findInvoices({ ...query, limit: query.limit ?? usualPageSize }),
      countInvoices(query),
    ])
    setPageHeaders(reply, { total, next }, capped, countedInvoices)
    return rows
  },

  'GET /api/admin/invoices/summary': async ({ query }) => {
    const { found, amount, paid, open, overdue } = await invoiceTotals(query)
    return {
      found,
      amount: decimalFromCents(amount),
      paid: decimalFromCents(paid),
      open: decimalFromCents(open),
      overdue: decimalFromCents(overdue),
    }
  },

  'GET /api/admin/invoices/export': async ({ query, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'invoices' } })
    return {
      file: 'csv',
      name: `invoices-${businessToday()}.csv`,
      text: invoicesCsv(query),
    }
  },
} satisfies HandlersOf<typeof invoices>
