import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { taxRateOfLine } from '#client/app/work/estimate-charge.ts'
import {
  extrasWithWaiting,
  type ShownExtra,
  type WorkChange,
  withWaiting,
} from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import type { JobAddon } from '#shared/contract/charges.ts'
import type { Addon } from '#shared/contract/catalog.ts'
import type { EstimateLine } from '#shared/contract/estimates.ts'
import type { Job } from '#shared/contract/jobs.ts'
import {
  correctionNeedsApproval,
  extraInEnglish,
  type ExtraApproval,
  limitBeside,
  needsApproval,
} from '#shared/rules/extras.ts'
import { centsFromDecimal, centsFromDollars } from '#shared/rules/money.ts'

/** A visit's extras including unsent changes, and whether another needs approval. */
export function useExtras(jobId: string) {
  const extras = useCall('GET /api/jobs/{id}/extras', { params: { id: jobId } })
  const entries = useUnsentWork()
  const { extraApprovalAboveCents: aboveCents } = useBusiness()
  // Loaded by the page.
  const { data: job } = useCall('GET /api/jobs/{id}', { params: { id: jobId } }, { enabled: false })
  const limitOf = ({ addons }: Pick<Job, 'addons'>) => limitBeside(addons.map(inCents), aboveCents)
  const known = { extras: extras.data ?? [], aboveCents: job ? limitOf(job) : aboveCents }
  const shown = extrasWithWaiting(jobId, known, entries)
  const limit = job ? limitOf(withWaiting(job, entries)) : aboveCents
  const asks = ({ unitPrice = '', quantity = 1 }: Price, before?: ShownExtra) => {
    const totalCents = (centsFromDecimal(unitPrice) ?? 0) * quantity
    const others = shown.filter(({ id }) => id !== before?.id).map(priced)
    return before
      ? correctionNeedsApproval(totalCents, {
          before: { ...priced(before), offered: before.offered === true },
          others,
          aboveCents: limit,
        })
      : needsApproval(totalCents, { others, aboveCents: limit })
  }
  /** The estimate that the customer is asked with: the unanswered one, else a new one. */
  const estimateId = () =>
    shown.find((extra) => extra.approval === 'waiting' && extra.estimateId)?.estimateId ??
    crypto.randomUUID()
  /** The change that adds a line; if it is offered, or else passes the limit, the customer is asked first. */
  const adding = (line: EstimateLine, { isOffered = false, product }: Adding = {}): WorkChange => {
    const { serviceType, unitPrice, quantity } = line
    const body = {
      ...line,
      description: extraInEnglish(line.description),
      id: crypto.randomUUID(),
      ...(product && { productId: product.id }),
    }
    const taxRate = job && taxRateOfLine(job.cost, { serviceType, product })
    const tax = taxRate === undefined ? {} : { taxRate }
    if (isOffered) return { kind: 'estimate', body: { id: estimateId(), lines: [body] }, ...tax }
    const isAsked = asks({ unitPrice, quantity })
    const asked = isAsked ? { ...body, estimateId: estimateId() } : body
    return { kind: 'extra', body: asked, asks: isAsked, ...tax }
  }
  return { extras, known, shown, entries, asks, aboveCents, adding, estimateId }
}

type Adding = { isOffered?: boolean; product?: Addon | undefined }

/** Lines that wait for the customer's answer. */
export const unanswered = (shown: readonly ShownExtra[]): readonly ShownExtra[] =>
  shown.filter(({ approval }) => approval === 'waiting')

type Price = { unitPrice?: string | number; quantity?: number | undefined }

const inCents = ({ price, addedByTechnician }: JobAddon) => ({
  cents: centsFromDecimal(price) ?? 0,
  addedByTechnician,
})

const priced = ({ totalPrice, approval }: { totalPrice: number; approval: ExtraApproval }) => ({
  totalCents: centsFromDollars(totalPrice),
  approval,
})
