import { wordsOfAnswer } from '#shared/contract/describe-approval.ts'
import { randomUUID } from 'node:crypto'
import type { approvals } from '#server/database/tables/approvals.ts'
import type { jobLines } from '#server/database/tables/job-lines.ts'
import { approvalRow } from '#server/reads/approvals.ts'
import { type ExtraType, kindOfExtra } from '#shared/rules/extras.ts'
import type { PlannedJob } from './plan-jobs.ts'

type Offer = { serviceType: ExtraType; description: string; unitCents: number }

const offers: readonly Offer[] = [
  { serviceType: 'cabin_filter', description: 'Cabin filter', unitCents: 3499 },
  { serviceType: 'air_filter', description: 'Engine air filter', unitCents: 2999 },
  { serviceType: 'windshield_wiper', description: 'Front wiper blades', unitCents: 3800 },
  { serviceType: 'other', description: 'Battery replacement', unitCents: 18_900 },
]

/** One completed visit in this many ends with something declined. */
const every = 9

type Planned = {
  lines: (typeof jobLines.$inferInsert)[]
  approvals: (typeof approvals.$inferInsert)[]
}

/** What customers declined online during some visits, to be offered again. */
export function planEstimates(planned: readonly PlannedJob[]): Planned {
  const done = planned.filter(({ job }) => job.status === 'completed')
  const asked = done.filter((_, at) => at % every === 4)
  const all = asked.map((one, at) => decline(one, offers[at % offers.length] as Offer))
  return { lines: all.map(({ line }) => line), approvals: all.map(({ approval }) => approval) }
}

function decline({ job, visit, times }: PlannedJob, offer: Offer) {
  const { firstName = '', lastName = '' } = visit.household.user
  const createdAt = times.startedAt ?? times.startsAt
  const [lineId, estimateId] = [randomUUID(), randomUUID()]
  const priced = { ...offer, quantity: 1, totalCents: offer.unitCents, taxable: false }
  const { description, quantity, unitCents, totalCents, taxable } = priced
  const line = { lineId, description, quantity, unitCents, totalCents, taxable, approved: false }
  const answer = approvalRow({
    estimateId,
    method: 'link',
    person: `${firstName} ${lastName}`.trim(),
    phone: '',
    said: '',
    sentBy: job.customerId,
    lines: [line],
    totalCents: 0,
    words: wordsOfAnswer([line], 0),
    signature: null,
    createdAt,
    receivedAt: createdAt,
  })
  return {
    line: {
      ...priced,
      id: lineId,
      jobId: job.id,
      source: 'extra' as const,
      kind: kindOfExtra(offer.serviceType),
      approval: 'declined' as const,
      offered: true,
      estimateId,
      addedBy: job.technicianId,
      createdAt,
    },
    approval: { ...answer, jobId: job.id },
  }
}
