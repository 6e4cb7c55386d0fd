import type { HandlersOf } from '#server/http/handlers.ts'
import type { receipts } from '#shared/contract/receipts.ts'
import { receiptFor } from './queries.ts'
import { receiptPdf } from './receipt-pdf.ts'

export const receiptRoutes = {
  'GET /api/jobs/{id}/receipt': ({ person, params }) => receiptFor(person, params.id),

  'GET /api/jobs/{id}/receipt.pdf': async ({ person, params }) => {
    const receipt = await receiptFor(person, params.id)
    return { file: 'pdf', name: `receipt-${receipt.number}.pdf`, bytes: await receiptPdf(receipt) }
  },
} satisfies HandlersOf<typeof receipts>
