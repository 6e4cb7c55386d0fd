import type { CallInput, Route } from '#client/app/call.ts'
import type { OutboxEntry } from '#client/app/outbox/outbox.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import type { Job, JobAddon, JobExtra } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'

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
      const { unitPrice, quantity = 1 } = change.body
      return withCharge(job, 'extrasAmount', cents(unitPrice) * quantity)
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
      return withCharge({ ...job, addons: [...job.addons, addon] }, 'addonsAmount', cents(price))
    }
  }
}

/** A refused photo or message keeps nothing back: the work goes on without it. */
export const holdsBack = ({ kind }: WorkChange) =>
  !['photo', 'message', 'announce', 'endConversation'].includes(kind)

function withCharge(job: Job, name: 'extrasAmount' | 'addonsAmount', more: number): Job {
  const raised = (amount: string) => decimalFromCents(cents(amount) + more)
  const { cost } = job
  const quoted = name === 'addonsAmount' ? raised(cost.quoted) : cost.quoted
  const [lines, amount, due] = [raised(cost.lines), raised(cost.amount), raised(cost.due)]
  return {
    ...job,
    [name]: raised(job[name]),
    finalAmount: amount,
    cost: { ...cost, quoted, lines, amount, due },
  }
}

// What was refused shows nowhere but in its own notice.
const waitsFor = (jobId: string, entry: WorkEntry) =>
  entry.jobId === jobId && entry.refused === undefined

/** The job with all that waits for it. Of a visit that is over the server has the last word. */
export function withWaiting(job: Job, entries: readonly WorkEntry[]): Job {
  if (!isActiveJob(job.status)) return job
  return entries.filter((entry) => waitsFor(job.id, entry)).reduce(withChange, job)
}

type EntryOf<K extends WorkChange['kind']> = WorkEntry & {
  change: Extract<WorkChange, { kind: K }>
}

/** What waits for a job, of one kind. */
export function waitingOf<K extends WorkChange['kind']>(
  kind: K,
  jobId: string,
  entries: readonly WorkEntry[],
): EntryOf<K>[] {
  return entries.filter(
    (entry): entry is EntryOf<K> => waitsFor(jobId, entry) && entry.change.kind === kind,
  )
}

/** The extras with those that wait. */
export function extrasWithWaiting(
  jobId: string,
  extras: readonly JobExtra[],
  entries: readonly WorkEntry[],
): JobExtra[] {
  const waiting = waitingOf('extra', jobId, entries).map(({ key, change }): JobExtra => {
    const { quantity = 1, unitPrice, ...extra } = change.body
    const unitCents = cents(unitPrice)
    return {
      id: key,
      ...extra,
      quantity,
      unitPrice: unitCents / 100,
      totalPrice: (unitCents * quantity) / 100,
      approval: change.asks ? 'waiting' : 'not_needed',
    }
  })
  return [...extras, ...waiting]
}
