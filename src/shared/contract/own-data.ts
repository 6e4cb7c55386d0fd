import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { User } from './accounts.ts'
import { Invoicing } from './customers.ts'
import { Cost } from './costs.ts'
import { endpoints } from './endpoint.ts'
import { Approval } from './estimates.ts'
import { memberRoles } from '../rules/companies.ts'
import { inspectionResults } from '../rules/inspections.ts'
import { Tires } from './jobs.ts'
import { recordedMethods } from '../rules/recorded-payments.ts'
import { calendarDate, done, instant, money, required } from './fields.ts'

const maybe = z.nullable(z.string())

/** Everything stored about a person, without ids of outside services and other people's data. */
export const OwnData = z.object({
  exportedAt: instant,
  profile: User,
  places: z.array(z.object({ name: z.string(), address: z.string(), accessNotes: z.string() })),
  vehicles: z.array(
    z.object({
      make: z.string(),
      model: z.string(),
      year: z.string(),
      licensePlate: z.string(),
      vin: maybe,
      trim: maybe,
      engine: maybe,
      fuel: maybe,
      oilType: maybe,
      oilCapacity: z.nullable(z.number()),
      createdAt: instant,
      deletedAt: z.nullable(instant),
      odometer: z.array(z.object({ miles: z.number(), readOn: z.string() })),
    }),
  ),
  jobs: z.array(
    z.object({
      number: z.string(),
      status: z.string(),
      scheduledDate: calendarDate,
      scheduledTime: z.string(),
      vehicle: z.string(),
      package: z.string(),
      packagePrice: money,
      /** The visit's cost after adjustments and refunds. */
      finalAmount: money,
      /** Sales tax within it. */
      salesTax: z.optional(money),
      addons: z.array(z.object({ name: z.string(), price: money })),
      extras: z.array(
        z.object({
          description: z.string(),
          quantity: z.number(),
          totalPrice: money,
          approval: z.string(),
        }),
      ),
      serviceAddress: z.string(),
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      /** The person at the car, if not the customer. */
      contactName: z.string(),
      contactPhone: z.string(),
      accessNotes: z.string(),
      customerNotes: z.string(),
      technicianNotes: z.string(),
      cancelReason: maybe,
      odometerMiles: z.nullable(z.number()),
      tires: z.nullable(Tires),
      createdAt: instant,
      startedAt: z.nullable(instant),
      completedAt: z.nullable(instant),
      cancelledAt: z.nullable(instant),
    }),
  ),
  /** What they agreed to: totals when booking, and estimates. */
  approvals: z.array(z.object({ jobNumber: z.string(), ...Approval.shape })),
  /** What technicians found on their cars. */
  inspections: z.array(
    z.object({
      jobNumber: z.string(),
      savedAt: instant,
      findings: z.array(
        z.object({
          item: z.string(),
          result: z.enum(inspectionResults),
          measure: z.optional(z.number()),
          unit: z.optional(z.string()),
          note: z.optional(z.string()),
        }),
      ),
    }),
  ),
  waitlist: z.array(
    z.object({
      from: calendarDate,
      to: calendarDate,
      /** Empty for any. */
      times: z.array(z.string()),
      serviceAddress: z.string(),
      createdAt: instant,
      endedAt: z.nullable(instant),
      outcome: maybe,
    }),
  ),
  /** Companies they act or acted for. */
  companies: z.array(
    z.object({
      company: z.string(),
      role: z.enum(memberRoles),
      joinedAt: instant,
      leftAt: z.nullable(instant),
    }),
  ),
  /** Cars on plans, and what was agreed to. */
  plans: z.array(
    z.object({
      plan: z.string(),
      vehicle: z.string(),
      state: z.string(),
      serviceAddress: z.string(),
      joinedAt: instant,
      endedAt: z.nullable(instant),
      endReason: maybe,
      endWords: z.string(),
      agreed: z.array(z.object({ words: z.string(), network: z.string(), at: instant })),
    }),
  ),
  /** Visits assigned to a technician; their customers are left out. */
  assignedVisits: z.array(
    z.object({
      number: z.string(),
      status: z.string(),
      scheduledDate: calendarDate,
      scheduledTime: z.string(),
    }),
  ),
  messages: z.array(
    z.object({
      jobNumber: z.string(),
      type: z.string(),
      sentByMe: z.boolean(),
      message: z.string(),
      createdAt: instant,
      readAt: z.nullable(instant),
    }),
  ),
  payments: z.array(
    z.object({
      jobNumber: z.string(),
      state: z.string(),
      amount: money,
      adjustments: Cost.shape.adjustments,
      heldAmount: money,
      capturedAmount: money,
      refundedAmount: money,
      tip: z.optional(money),
      charges: z.array(
        z.object({
          amount: money,
          refunded: money,
          /** Returned by lost disputes. */
          chargedBack: money,
          cardBrand: maybe,
          cardLast4: maybe,
          wallet: maybe,
          createdAt: instant,
        }),
      ),
      /** Paid or, negative, given back without the card network. */
      recorded: z.array(
        z.object({
          amount: money,
          method: z.enum(recordedMethods),
          reference: z.string(),
          receivedOn: calendarDate,
          takenBackAt: z.nullable(instant),
        }),
      ),
    }),
  ),
  cards: z.array(
    z.object({
      brand: z.string(),
      last4: z.string(),
      agreedToVersion: z.string(),
      agreedAt: instant,
    }),
  ),
  reviews: z.array(
    z.object({
      jobNumber: z.string(),
      rating: z.number(),
      comment: z.string(),
      mayPublish: z.boolean(),
      createdAt: instant,
    }),
  ),
  notifications: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      message: z.string(),
      createdAt: instant,
      readAt: z.nullable(instant),
    }),
  ),
  /** Messages to the office from this account or e-mail, with the answers. */
  contactMessages: z.array(
    z.object({
      name: z.string(),
      phone: z.string(),
      subject: z.string(),
      message: z.string(),
      createdAt: instant,
      replies: z.array(z.object({ message: z.string(), createdAt: instant })),
    }),
  ),
  /** How they pay by invoice; null if they don't. */
  invoicing: z.nullable(Invoicing),
  /** The office's tags and notes about this customer. */
  officeTags: z.array(z.string()),
  officeNotes: z.array(z.object({ note: z.string(), createdAt: instant })),
  /** Every consent to texts and its end, with the words agreed to and the number. */
  textConsents: z.array(
    z.object({
      agreed: z.boolean(),
      how: z.string(),
      words: z.string(),
      phone: z.string(),
      createdAt: instant,
    }),
  ),
  /** E-mails and SMS sent to the account's current addresses. */
  mails: z.array(
    z.object({
      channel: z.string(),
      subject: z.string(),
      body: z.string(),
      status: z.string(),
      createdAt: instant,
    }),
  ),
})
export type OwnData = z.infer<typeof OwnData>

export const AccountDeletion = z.strictObject({
  /** The word DELETE or the account's e-mail, so no account is deleted by accident. */
  confirm: required(text('Type your e-mail address or the word DELETE to confirm.'), 254),
})

export const ownData = endpoints({
  'GET /api/account/data': {
    reads: 'much',
    summary: 'All stored data about the caller, as a file',
    allow: ['person'],
    shows: [
      'account',
      'vehicles',
      'jobs',
      'extras',
      'inspections',
      'conversation',
      'payments',
      'reviews',
      'notifications',
      'contact_messages',
    ],
    response: OwnData,
  },
  'DELETE /api/auth/user': {
    summary:
      'Delete own account for good: personal data is erased, the books stay. 409 has details.reason active_jobs, payment_running or unpaid',
    allow: ['customer'],
    changes: [
      'account',
      'vehicles',
      'jobs',
      'photos',
      'conversation',
      'payments',
      'reviews',
      'customers',
      'contact_messages',
    ],
    body: AccountDeletion,
    response: done,
    errors: [409],
  },
})
