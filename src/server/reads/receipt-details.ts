import { inOwnWords } from '#server/base/owner-spanish.ts'
import { queryRow } from '#server/database/database.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { totalsOf } from '#shared/rules/lines.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { JobRow } from './job-row.ts'
import { lineRows } from './lines.ts'

type Frozen = {
  registrationNumber: string
  warranty: string
  nextServiceWords: string
  nextServiceOn: string | null
  nextServiceMiles: number | null
  subtotals: boolean
  vin: string | null
}

/** The receipt details by the profile the visit was completed with; null without one. */
export async function receiptDetails(job: JobRow): Promise<Receipt['profile']> {
  const frozen = await queryRow<Frozen>(
    {
      name: 'receipt-profile',
      text: `select r.registration_number, r.warranty, r.next_service_words,
          r.next_service_on::text as next_service_on, r.next_service_miles, r.subtotals, v.vin
        from job_receipts r join jobs j on j.id = r.job_id join vehicles v on v.id = j.vehicle_id
        where r.job_id = $1`,
    },
    [job.id],
  )
  if (!frozen || job.status !== 'completed') return null
  const lines = await lineRows(job)
  const parts = lines.filter(({ kind }) => kind === 'part')
  const labor = lines.filter(({ kind }) => kind === 'labor')
  return {
    registrationNumber: frozen.registrationNumber,
    technician: job.technicianFirstName ?? '',
    vin: frozen.vin ?? '',
    parts: parts.flatMap(({ product, quantity }) =>
      product ? [{ ...product, name: inOwnWords(product.name), quantity }] : [],
    ),
    tires: job.tires,
    subtotals: frozen.subtotals
      ? {
          parts: decimalFromCents(totalsOf(parts).cents),
          labor: decimalFromCents(totalsOf(labor).cents),
        }
      : null,
    warranty: inOwnWords(frozen.warranty),
    nextService: {
      on: frozen.nextServiceOn,
      miles: frozen.nextServiceMiles,
      words: inOwnWords(frozen.nextServiceWords),
    },
  }
}
