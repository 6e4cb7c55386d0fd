import * as z from 'zod/mini'
import { Message } from './contact.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, instant, money } from './fields.ts'
import { Job } from './jobs.ts'
import { SetupStepName } from './setup.ts'

/** Items waiting for the office, most urgent first. */
export const attentionKinds = [
  'setup',
  'no_packages',
  'no_technicians',
  'requests',
  'unassigned',
  'technician_lost',
  'technician_away',
  'closed_times',
  'messages',
  'fee_decisions',
  'payment_problems',
  'failed',
  'unpaid',
  'to_return',
  'invoices_overdue',
  'not_ended',
  'unsent_work',
  'technicians',
  'low_stock',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** Items handled on the page of their visit. */
export const attentionVisitKinds = [
  'unassigned',
  'fee_decisions',
  'payment_problems',
  'failed',
  'unpaid',
  'to_return',
  'invoices_overdue',
  'not_ended',
  'unsent_work',
] as const

/** Visits whose time or technician no longer works, fixed in place. */
const misplacedVisitKinds = ['technician_lost', 'technician_away', 'closed_times'] as const

/** `why` it cannot stay unchanged, if its kind does not explain it. */
export const MisplacedVisit = z.extend(Job, { why: z.nullable(z.string()) })
export type MisplacedVisit = z.infer<typeof MisplacedVisit>

export const AttentionVisit = z.object({
  id: z.string(),
  number: z.string(),
  scheduledDate: calendarDate,
  scheduledTime: z.string(),
  customerName: z.string(),
  vehicle: z.object({ year: z.string(), make: z.string(), model: z.string() }),
  /** Amount still to be paid. */
  due: money,
  /** Amount the office has to give back, if any. */
  toReturn: z.optional(money),
  /** Deadline of the office's decision on a fee. */
  decideUntil: z.nullable(instant),
  /** Due date of its invoice, if it has one. */
  dueOn: z.optional(calendarDate),
})
export type AttentionVisit = z.infer<typeof AttentionVisit>

const WaitingTechnician = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  createdAt: instant,
})
const LowProduct = z.object({ id: z.string(), name: z.string(), stockQuantity: z.number() })

const group = <Entry extends z.ZodMiniType>(entry: Entry) => ({
  count: z.number(),
  /** There are more than `count`. */
  capped: z.boolean(),
  entries: z.array(entry),
})

/** The first few items of a kind, and their number. */
export const AttentionGroup = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('setup'), ...group(z.object({ step: SetupStepName })) }),
  /** No package is on sale, so no one can book. */
  z.object({ kind: z.literal('no_packages'), ...group(z.object({})) }),
  /** No technician can do a visit; whether customers are offered times anyway. */
  z.object({
    kind: z.literal('no_technicians'),
    ...group(z.object({ offersTimes: z.boolean() })),
  }),
  z.object({ kind: z.literal('requests'), ...group(Job) }),
  z.object({ kind: z.enum(attentionVisitKinds), ...group(AttentionVisit) }),
  z.object({ kind: z.enum(misplacedVisitKinds), ...group(MisplacedVisit) }),
  z.object({ kind: z.literal('messages'), ...group(Message) }),
  z.object({ kind: z.literal('technicians'), ...group(WaitingTechnician) }),
  z.object({ kind: z.literal('low_stock'), ...group(LowProduct) }),
])
export type AttentionGroup = z.infer<typeof AttentionGroup>

export const attention = endpoints({
  'GET /api/admin/attention': {
    reads: 'much',
    summary:
      'Items waiting for the office, by kind, each with its count and the first 5; ?kind= for up to 100 of one kind. Empty kinds are omitted',
    allow: ['admin'],
    shows: [
      'jobs',
      'payments',
      'contact_messages',
      'unsent_work',
      'technicians',
      'availability',
      'catalog',
      'stock',
      'settings',
      'service_area',
    ],
    query: z.strictObject({ kind: z.optional(z.enum(attentionKinds)) }),
    response: z.array(AttentionGroup),
  },
})
