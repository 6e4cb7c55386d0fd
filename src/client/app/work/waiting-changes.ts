import type { CallInput, Route } from '#client/app/call.ts'
import type { OutboxEntry } from '#client/app/outbox/outbox.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import type { Job, JobAddon, JobExtra } from '#shared/contract/jobs.ts'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'

/** The calls by which a technician changes a job. */
export const workRoutes = {
  status: 'PATCH /api/jobs/{id}/status',
  checklist: 'PUT /api/jobs/{id}/checklist',
  notes: 'PUT /api/jobs/{id}/notes',
  measurements: 'PUT /api/jobs/{id}/measurements',
  extra: 'POST /api/jobs/{id}/extras',
  addon: 'POST /api/jobs/{id}/addons',
  message: 'POST /api/jobs/{id}/send-message',
  announce: 'POST /api/jobs/{id}/activate-communication',
  endConversation: 'POST /api/jobs/{id}/close-communication',
} as const satisfies Record<string, Route>

type Kind = keyof typeof workRoutes
type Body<K extends Kind> = NonNullable<CallInput<(typeof workRoutes)[K]>['body']>

type PlainKind = Exclude<Kind, 'extra' | 'addon' | 'endConversation'>

/** What a technician does to a job, as this device keeps it until the server has it. */
export type WorkChange =
  | { [K in PlainKind]: { kind: K; body: Body<K> } }[PlainKind]
  | { kind: 'extra'; body: Body<'extra'>; asks: boolean }
  | { kind: 'endConversation' }
  | { kind: 'photo'; moment: PhotoMoment; photo: Blob }
  | { kind: 'addon'; body: Body<'addon'>; name: string; price: string }

export type WorkEntry = OutboxEntry<WorkChange>

const cents = (amount: string | number) => centsFromDecimal(amount) ?? 0

/** The job as it will be once the server has the change. Amounts come out to the cent. */
export function withChange(job: Job, { key, change, order }: WorkEntry): Job {
  switch (change.kind) {
    case 'status': {
      const { status, technicianNotes } = change.body
      const at = new Date(order).toISOString()
      if (status === 'in_progress') return { ...job, status, startedAt: at }
      return {
        ...job,
        status,
        communicationActive: false,
        completedAt: at,
        technicianNotes: technicianNotes || job.technicianNotes,
      }
    }
    case 'checklist':
      return { ...job, checklist: change.body.items }
    case 'notes':
    case 'measurements':
      return { ...job, ...change.body }
    case 'extra': {
      if (change.asks) return job
      const extra = extraFrom(key, change)
      const extrasCents = cents(job.extrasAmount) + centsFromDollars(extra.totalPrice)
      return withAmounts({ ...job, extrasAmount: decimalFromCents(extrasCents) })
    }
    case 'announce':
      return { ...job, communicationActive: true }
    case 'endConversation':
      return { ...job, communicationActive: false }
    case 'message':
    case 'photo':
      return job
    case 'addon': {
      const { name, price, body } = change
      const { addonServiceId } = body
      if (job.addons.some((addon) => addon.addonServiceId === addonServiceId)) return job
      const addon: JobAddon = { id: key, addonServiceId, name, price }
      const addonsCents = cents(job.addonsAmount) + cents(price)
      return withAmounts({
        ...job,
        addons: [...job.addons, addon],
        addonsAmount: decimalFromCents(addonsCents),
      })
    }
  }
}

/** A refused photo or message keeps nothing back: the work goes on without it. */
export const holdsBack = ({ kind }: WorkChange) =>
  !['photo', 'message', 'announce', 'endConversation'].includes(kind)

const withAmounts = (job: Job): Job => ({
  ...job,
  finalAmount: decimalFromCents(
    cents(job.totalAmount) + cents(job.addonsAmount) + cents(job.extrasAmount),
  ),
})

/** The job with all that waits for it. What was refused shows nowhere but in its own notice. */
export function withWaiting(job: Job, entries: readonly WorkEntry[]): Job {
  return entries
    .filter((entry) => entry.jobId === job.id && entry.refused === undefined)
    .reduce(withChange, job)
}

/** The extras with those that wait. */
export function extrasWithWaiting(
  jobId: string,
  extras: readonly JobExtra[],
  entries: readonly WorkEntry[],
): JobExtra[] {
  const waiting = entries.flatMap((entry): JobExtra[] => {
    const { change, key } = entry
    if (entry.jobId !== jobId || entry.refused !== undefined || change.kind !== 'extra') return []
    return [extraFrom(key, change)]
  })
  return [...extras, ...waiting]
}

function extraFrom(id: string, { body, asks }: { body: Body<'extra'>; asks: boolean }): JobExtra {
  const { quantity = 1, unitPrice, ...extra } = body
  const unitCents = cents(unitPrice)
  const totalCents = unitCents * quantity
  return {
    id,
    ...extra,
    quantity,
    unitPrice: unitCents / 100,
    totalPrice: totalCents / 100,
    approval: asks ? 'waiting' : 'not_needed',
  }
}
