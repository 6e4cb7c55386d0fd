import type { HandlersOf } from '#server/http/handlers.ts'
import type { receipts } from '#shared/contract/receipts.ts'
import {
  evidenceFile,
  inspectionFile,
  invoiceFile,
  invoiceFileById,
  movementsFor,
  receiptFile,
  receiptFor,
} from './queries.ts'

import { receiptProfileFor, sampleFile } from './queries/sample-receipt.ts'

export const receiptRoutes = {
  'GET /api/payments/{jobId}/movements': ({ person, params }) => movementsFor(person, params.jobId),

  'GET /api/payments/{jobId}/evidence.pdf': ({ person, params }) =>
    evidenceFile(person, params.jobId),

  'GET /api/jobs/{id}/receipt': ({ person, params }) => receiptFor(person, params.id),

  'GET /api/jobs/{id}/receipt.pdf': ({ person, params }) => receiptFile(person, params.id),

  'GET /api/admin/receipt-profile': ({ query }) => receiptProfileFor(query.state),

  'GET /api/admin/receipt-profile/sample.pdf': ({ query }) => sampleFile(query.state),

  'GET /api/jobs/{id}/invoice.pdf': ({ person, params }) => invoiceFile(person, params.id),

  'GET /api/inspections/{token}/report.pdf': ({ params }) => inspectionFile(params.token),

  'GET /api/admin/invoices/{id}/pdf': ({ params }) => invoiceFileById(params.id),
} satisfies HandlersOf<typeof receipts>
