import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { extrasWithWaiting, type ShownExtra } from '#client/app/work/waiting-changes.ts'
import { useOnTheirWay } from '#client/app/work/on-their-way.ts'
import { correctionNeedsApproval, type ExtraApproval, needsApproval } from '#shared/rules/extras.ts'
import { centsFromDecimal, centsFromDollars } from '#shared/rules/money.ts'

/** The extras of a visit as they will be once everything is sent, and whether one more is asked about first. */
export function useExtras(jobId: string) {
  const extras = useCall('GET /api/jobs/{id}/extras', { params: { id: jobId } })
  const entries = useOnTheirWay()
  const { extraApprovalAboveCents: aboveCents } = useBusiness()
  const shown = extrasWithWaiting(jobId, { extras: extras.data ?? [], aboveCents }, entries)
  const asks = ({ unitPrice = '', quantity = 1 }: Price, before?: ShownExtra) => {
    const totalCents = (centsFromDecimal(unitPrice) ?? 0) * quantity
    const others = shown.filter(({ id }) => id !== before?.id).map(priced)
    return before
      ? correctionNeedsApproval(totalCents, { before: priced(before), others, aboveCents })
      : needsApproval(totalCents, { others, aboveCents })
  }
  return { extras, shown, entries, asks, aboveCents }
}

type Price = { unitPrice?: string | number; quantity?: number | undefined }

const priced = ({ totalPrice, approval }: { totalPrice: number; approval: ExtraApproval }) => ({
  totalCents: centsFromDollars(totalPrice),
  approval,
})
