import type { CallInput, Route } from '#client/app/call.ts'
import type { OutboxEntry } from '#client/app/outbox/outbox.ts'
import { clockSkew } from '#client/app/server-clock.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import type { JobAddon, JobExtra } from '#shared/contract/charges.ts'
import type { InspectionTemplate } from '#shared/contract/inspections.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { tickedAfter } from '#shared/rules/checklist.ts'
import {
  correctionNeedsApproval,
  extraWords,
  isCharged,
  needsApproval,
} from '#shared/rules/extras.ts'
import { notDoneLabels } from '#shared/rules/not-done.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { withCharge, withExtraCharge } from './estimate-charge.ts'

export const workRoutes = {
  status: 'PATCH /api/jobs/{id}/status',
  notDone: 'POST /api/jobs/{id}/not-done',
  checklist: 'PUT /api/jobs/{id}/checklist',
  notes: 'PUT /api/jobs/{id}/notes',
  measurements: 'PUT /api/jobs/{id}/measurements',
  extra: 'POST /api/jobs/{id}/extras',
  correctExtra: 'PATCH /api/jobs/{id}/extras/{extraId}',
  removeExtra: 'DELETE /api/jobs/{id}/extras/{extraId}',
  addon: 'POST /api/jobs/{id}/addons',
  removeAddon: 'DELETE /api/jobs/{id}/addons/{addonId}',
  estimate: 'POST /api/jobs/{id}/estimates',
  answer: 'POST /api/estimates/{id}/answer',
  message: 'POST /api/jobs/{id}/send-message',
  announce: 'POST /api/jobs/{id}/activate-communication',
  endConversation: 'POST /api/jobs/{id}/close-communication',
  inspection: 'PUT /api/jobs/{id}/inspection',
} as const satisfies Record<string, Route>

type Kind = keyof typeof workRoutes
type Body<K extends Kind> = NonNullable<CallInput<(typeof workRoutes)[K]>['body']>

type PlainKind = Exclude<Kind, Charging | 'endConversation' | 'inspection' | 'measurements'>
type Charging =
  | 'extra'
  | 'correctExtra'
  | 'removeExtra'
  | 'addon'
  | 'removeAddon'
  | 'estimate'
  | 'answer'

/** A technician's change of a job, as stored in the outbox. */
export type WorkChange =
  | { [K in PlainKind]: { kind: K; body: Body<K> } }[PlainKind]
  /** `taxRate`: in percent, of a line that is taxed. */
  | { kind: 'extra'; body: Body<'extra'>; asks: boolean; taxRate?: string }
  | { kind: 'estimate'; body: Body<'estimate'>; taxRate?: string }
  /** `lines`: as they were on the screen, the answered ones. */
  | { kind: 'answer'; estimateId: string; lines: readonly JobExtra[]; body: Body<'answer'> }
  | { kind: 'correctExtra'; before: JobExtra; body: Omit<Body<'extra'>, 'id'>; asks: boolean }
  | { kind: 'removeExtra'; before: JobExtra }
  | { kind: 'endConversation' }
  /** `used`: the names of its products. */
  | { kind: 'measurements'; body: Body<'measurements'>; used?: string }
  /** `raw`: as chosen, not shrunk yet. */
  /** `id`: chosen here, so that a finding can refer to it before it is sent. */
  | { kind: 'photo'; moment: PhotoMoment; photo: Blob; id?: string; raw?: true }
  /** `open`: may still change with the next tap, and is not sent yet. */
  | { kind: 'inspection'; template: InspectionTemplate; body: Body<'inspection'>; open?: true }
  | { kind: 'addon'; body: Body<'addon'>; name: string; price: string; taxable?: boolean }
  | { kind: 'removeAddon'; addon: JobAddon }

export type WorkEntry = OutboxEntry<WorkChange>

const cents = (amount: string | number) => centsFromDecimal(amount) ?? 0
const totalOf = ({ unitPrice, quantity = 1 }: Pick<Body<'extra'>, 'unitPrice' | 'quantity'>) =>
  cents(unitPrice) * quantity
const chargedOf = (extra: JobExtra) => (isCharged(extra) ? centsFromDollars(extra.totalPrice) : 0)

const withUsed = ({ productChoices }: Job, ids: readonly string[] | undefined) =>
  productChoices &&
  ids && {
    productChoices: productChoices.map((one) => ({
      ...one,
      usedId: one.choices.find(({ id }) => ids.includes(id))?.id ?? one.plannedId,
    })),
  }

/** When it was done, by the server's clock as far as it is known; old entries only have their order. */
export const timeOf = ({ at, order, skew }: { at?: number; order: number; skew?: number }) =>
  new Date((at ?? order) + (skew ?? clockSkew() ?? 0))

/** The job as the server will have it after the change, to the cent. */
export function withChange(job: Job, { key, change, ...entry }: WorkEntry): Job {
  switch (change.kind) {
    case 'status': {
      const { status, technicianNotes, received, tires } = change.body
      const at = timeOf(entry).toISOString()
      if (status === 'in_progress') return { ...job, status, startedAt: at }
      return {
        ...job,
        status,
        communicationActive: false,
        completedAt: at,
        technicianNotes: technicianNotes || job.technicianNotes,
        ...(received && withReceived(job, cents(received.amount))),
        ...(tires && { tires }),
      }
    }
    case 'notDone': {
      const { reason, note = '' } = change.body
      const cancelReason = notDoneLabels[reason]
      const ended = {
        status: 'cancelled',
        outcome: 'not_done',
        communicationActive: false,
      } as const
      return { ...job, ...ended, cancelReason, notDone: { reason, note } }
    }
    case 'checklist':
      return { ...job, checklist: tickedAfter(job.checklist, change.body) }
    case 'notes':
      return { ...job, ...change.body }
    case 'measurements': {
      const { confirmed: _confirmed, usedProducts, ...measured } = change.body
      return { ...job, ...measured, ...withUsed(job, usedProducts) }
    }
    case 'extra': {
      return withExtraCharge(job, change.asks ? 0 : totalOf(change.body), change.body.serviceType)
    }
    case 'correctExtra':
    case 'removeExtra': {
      const after = change.kind === 'removeExtra' || change.asks ? 0 : totalOf(change.body)
      return withExtraCharge(job, after - chargedOf(change.before), change.before.serviceType)
    }
    case 'answer': {
      const approved = change.lines.filter(({ id }) => change.body.approved?.includes(id))
      return approved.reduce(
        (charged, { totalPrice, taxRate }) =>
          withCharge(charged, 'extrasAmount', {
            more: centsFromDollars(totalPrice),
            isTaxed: taxRate !== undefined,
          }),
        job,
      )
    }
    case 'announce':
      return { ...job, communicationActive: true }
    case 'endConversation':
      return { ...job, communicationActive: false }
    case 'message':
    case 'inspection':
    case 'estimate':
    case 'photo':
      return job
    case 'addon': {
      const { name, price, body } = change
      const { addonServiceId } = body
      if (job.addons.some((addon) => addon.addonServiceId === addonServiceId)) return job
      const mine = { addedByTechnician: true, removable: true }
      const addon: JobAddon = { id: key, addonServiceId, name, price, ...mine }
      const isTaxed = change.taxable !== false
      const charged = { ...job, addons: [...job.addons, addon] }
      return withCharge(charged, 'addonsAmount', { more: cents(price), isTaxed })
    }
    case 'removeAddon': {
      const { addonServiceId, price } = change.addon
      const addons = job.addons.filter((one) => one.addonServiceId !== addonServiceId)
      if (addons.length === job.addons.length) return job
      const isTaxed = change.addon.taxable !== false
      return withCharge({ ...job, addons }, 'addonsAmount', { more: -cents(price), isTaxed })
    }
  }
}

/** The changes a payment to the technician makes to the visit's cost. */
function withReceived(
  { cost, paidAmount }: Job,
  paidCents: number,
): Pick<Job, 'cost' | 'paidAmount'> {
  const more = (amount: string) => decimalFromCents(cents(amount) + paidCents)
  const due = decimalFromCents(Math.max(0, cents(cost.due) - paidCents))
  const recorded = more(cost.recorded ?? '0.00')
  return { paidAmount: more(paidAmount), cost: { ...cost, recorded, paid: more(cost.paid), due } }
}

/** Whether a photo is stored as it was chosen, and still has to be shrunk. */
export const isRaw = (change: WorkChange): boolean => change.kind === 'photo' && change.raw === true

/** Whether an inspection may still change before it is sent. */
export const isOpen = (change: WorkChange): boolean =>
  change.kind === 'inspection' && change.open === true

/** A refused photo, inspection or message does not hold back other work. */
export const holdsBack = ({ kind }: WorkChange) =>
  !['photo', 'inspection', 'message', 'announce', 'endConversation'].includes(kind)

/** Whether a change records work, unlike messages to the customer and bare steps. */
export const isWork = (change: WorkChange): boolean =>
  change.kind === 'status'
    ? Boolean(change.body.technicianNotes || change.body.received || change.body.tires)
    : !['message', 'announce', 'endConversation', 'notDone'].includes(change.kind)

/** Changes of the price; their response is not the visit. */
export const isCharge = (change: WorkChange): boolean =>
  isExtraChange(change) || change.kind === 'addon' || change.kind === 'removeAddon'

// Refused changes only show in their own notice.
const waitsFor = (jobId: string, entry: WorkEntry) =>
  entry.jobId === jobId && entry.refused === undefined

/** Refused because the visit was moved, ended or got another car in the meantime. */
export const needsOffice = ({ why }: { why?: string | undefined }): boolean =>
  why === 'moved' || why === 'over' || why === 'other_car'

/** Refused changes of a visit and those held back by them. */
export function stuckOf(jobId: string, entries: readonly WorkEntry[]): readonly WorkEntry[] {
  const own = entries.filter((entry) => entry.jobId === jobId)
  const first = own.findIndex(({ change, refused }) => refused !== undefined && holdsBack(change))
  return own.filter(({ refused }, n) => refused !== undefined || (first >= 0 && n > first))
}

/** Changes not refused, nor held back by a refusal on a visit that moved, ended or was reassigned. */
export function stillWaiting(
  entries: readonly WorkEntry[],
  isOver: (jobId: string) => boolean,
): readonly WorkEntry[] {
  const stuck = entries.filter(({ change, refused }) => refused !== undefined && holdsBack(change))
  const lost = stuck.filter((entry) => needsOffice(entry) || isOver(entry.jobId))
  const ended = new Set(lost.map(({ jobId }) => jobId))
  return entries.filter(({ jobId, refused }) => refused === undefined && !ended.has(jobId))
}

/** Known extras, and the amount above which the customer must approve: see `limitBeside`. */
type KnownExtras = { extras: readonly JobExtra[]; aboveCents: number }

/**
 * The job with its waiting changes applied. A finished visit stays as the server has it. Without its extras, amounts
 * are as of when each change was made.
 */
export function withWaiting(job: Job, entries: readonly WorkEntry[], known?: KnownExtras): Job {
  if (!isActiveJob(job.status)) return job
  const own = entries.filter((entry) => waitsFor(job.id, entry))
  const shown = own.reduce(withChange, job)
  if (!known || !own.some(({ change }) => isExtraChange(change))) return shown
  return withExtras(shown, extrasWithWaiting(job.id, known, entries))
}

/** The job with the total of these extras. */
export function withExtras(job: Job, extras: readonly JobExtra[]): Job {
  const amount = extras.reduce((sum, extra) => sum + chargedOf(extra), 0)
  return withExtraCharge(job, amount - cents(job.extrasAmount))
}

export const isExtraChange = ({ kind }: WorkChange) =>
  ['extra', 'correctExtra', 'removeExtra', 'estimate', 'answer'].includes(kind)

type EntryOf<K extends WorkChange['kind']> = WorkEntry & {
  change: Extract<WorkChange, { kind: K }>
}

export const waitingOf = <K extends WorkChange['kind']>(
  kind: K,
  jobId: string,
  entries: readonly WorkEntry[],
): EntryOf<K>[] => ofKind(kind, jobId, entries).filter(({ refused }) => refused === undefined)

/** Refused ones too. */
export const ofKind = <K extends WorkChange['kind']>(
  kind: K,
  jobId: string,
  entries: readonly WorkEntry[],
): EntryOf<K>[] =>
  entries.filter(
    (entry): entry is EntryOf<K> => entry.jobId === jobId && entry.change.kind === kind,
  )

/** An extra as the technician sees it; `unsent`: only on this device. */
export type ShownExtra = JobExtra & { unsent?: true }

/** Extras with waiting changes applied; approval follows the server's rule, change by change. */
export function extrasWithWaiting(
  jobId: string,
  { extras, aboveCents }: KnownExtras,
  entries: readonly WorkEntry[],
): readonly ShownExtra[] {
  let limit = aboveCents
  let known = extras.map(priced)
  for (const entry of entries.filter((one) => waitsFor(jobId, one))) {
    limit -= unaskedCents(entry)
    known = withExtraChange(known, entry, limit)
  }
  return known.map(({ totalCents: _totalCents, ...extra }) => extra)
}

/** Additional cents for an add-on that the customer was not asked about. */
function unaskedCents({ change }: WorkEntry): number {
  if (change.kind === 'addon') return cents(change.price)
  const taken = change.kind === 'removeAddon' && change.addon.addedByTechnician
  return taken ? -cents(change.addon.price) : 0
}

type PricedExtra = ShownExtra & { totalCents: number }

const priced = (extra: ShownExtra): PricedExtra => ({
  ...extra,
  totalCents: centsFromDollars(extra.totalPrice),
})

function withExtraChange(
  extras: readonly PricedExtra[],
  entry: WorkEntry,
  aboveCents: number,
): PricedExtra[] {
  const { key, change } = entry
  const id = 'before' in change ? change.before.id : undefined
  const before = extras.find((extra) => extra.id === id)
  switch (change.kind) {
    case 'extra': {
      const extraId = change.body.id ?? key
      // It arrived, but its response did not.
      if (extras.some((extra) => extra.id === extraId)) return [...extras]
      const totalCents = totalOf(change.body)
      const asks = needsApproval(totalCents, { others: extras, aboveCents })
      const { estimateId } = change.body
      const asked = asks
        ? { approval: 'waiting' as const, ...(estimateId && { estimateId }) }
        : { approval: 'not_needed' as const }
      return [...extras, { id: extraId, ...asAdded(change.body, entry), totalCents, ...asked }]
    }
    case 'estimate': {
      const { id: estimateId = key, lines } = change.body
      const asked = { approval: 'waiting', offered: true, estimateId } as const
      const added = lines
        .filter(({ id: lineId }) => !extras.some((extra) => extra.id === lineId))
        .map((line) => ({
          id: line.id ?? key,
          ...asAdded(line, entry),
          totalCents: totalOf(line),
          ...asked,
          ...(line.findingItemId && { findingItemId: line.findingItemId }),
          ...(line.repeats && { repeats: line.repeats }),
        }))
      return [...extras, ...added]
    }
    case 'answer': {
      const { approved = [], declined = [] } = change.body
      return extras.map((extra) => {
        if (extra.approval !== 'waiting') return extra
        if (approved.includes(extra.id)) return { ...extra, approval: 'approved' }
        return declined.includes(extra.id) ? { ...extra, approval: 'declined' } : extra
      })
    }
    case 'correctExtra': {
      if (!before) return [...extras]
      const totalCents = totalOf(change.body)
      const others = extras.filter((extra) => extra !== before)
      const asks = correctionNeedsApproval(totalCents, {
        before: { ...before, offered: before.offered === true },
        others,
        aboveCents,
      })
      const { estimateId: last, ...rest } = before
      // As the server chooses it.
      const estimateId = (before.approval === 'waiting' && last) || change.body.estimateId
      const asked = asks
        ? { approval: 'waiting' as const, ...(estimateId && { estimateId }) }
        : { approval: 'not_needed' as const }
      const corrected = { ...rest, ...asShown(change.body), totalCents, ...asked }
      return extras.map((extra) => (extra === before ? corrected : extra))
    }
    case 'removeExtra':
      return extras.filter((extra) => extra !== before)
    default:
      return [...extras]
  }
}

/** A line that only exists on this device. */
function asAdded(line: Body<'extra'>, entry: WorkEntry) {
  const at = timeOf(entry).toISOString()
  const taxRate = 'taxRate' in entry.change && entry.change.taxRate
  return {
    ...asShown(line),
    ...(taxRate && { taxRate }),
    correctable: true,
    removable: true,
    addedAt: at,
    addedReceivedAt: at,
  }
}

function asShown(body: Omit<Body<'extra'>, 'id'>) {
  const { serviceType, description, unitPrice, quantity = 1 } = body
  return {
    serviceType,
    description: extraWords(description),
    quantity,
    unitPrice: cents(unitPrice) / 100,
    totalPrice: totalOf(body) / 100,
    unsent: true as const,
  }
}
