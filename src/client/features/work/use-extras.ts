import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import {
  extrasWithWaiting,
  type ShownExtra,
  withWaiting,
} from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import type { JobAddon } from '#shared/contract/charges.ts'
import type { Job } from '#shared/contract/jobs.ts'
import {
  correctionNeedsApproval,
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
      ? correctionNeedsApproval(totalCents, { before: priced(before), others, aboveCents: limit })
      : needsApproval(totalCents, { others, aboveCents: limit })
  }
  return { extras, known, shown, entries, asks, aboveCents }
}

type Price = { unitPrice?: string | number; quantity?: number | undefined }

const inCents = ({ price, addedByTechnician }: JobAddon) => ({
  cents: centsFromDecimal(price) ?? 0,
  addedByTechnician,
})

const priced = ({ totalPrice, approval }: { totalPrice: number; approval: ExtraApproval }) => ({
  totalCents: centsFromDollars(totalPrice),
  approval,
})
