import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import {
  customerEventKinds,
  customerStatuses,
  duplicateReasons,
  maxTagLength,
  maxTags,
  tidyTags,
} from '../rules/customers.ts'
import { consentWays } from '../rules/text-consent.ts'
import { maxTermsDays } from '../rules/invoices.ts'
import { csv, endpoints } from './endpoint.ts'
import {
  calendarDate,
  done,
  email,
  firstName,
  emailOrNone,
  exportQuery,
  instant,
  lastName,
  limit,
  listQuery,
  money,
  names,
  page,
  phone,
  required,
  uuid,
} from './fields.ts'
import { Job } from './jobs.ts'
import { Place } from './places.ts'
import { FoundCustomer } from './search.ts'

const blankable = (max: number) => z.string().check(z.trim(), z.maxLength(max))

/** How a business customer pays by invoice; see the rule's type. */
export const Invoicing = z.strictObject({
  company: blankable(120),
  address: blankable(300),
  email: emailOrNone,
  purchaseOrder: blankable(60),
  termsDays: limit(maxTermsDays),
})

export const Customer = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  createdAt: instant,
  lastLoginAt: z.nullable(instant),
  loginCount: z.number(),
  vehicleCount: z.number(),
  jobCount: z.number(),
  totalSpent: money,
  lastServiceDate: z.nullable(z.string()),
  role: z.literal('customer'),
  /** Computed from their visits; see `customerStatus`. */
  status: z.enum(customerStatuses),
  tags: z.array(z.string()),
  /** How many visits ahead without a card they may have, 0 for any number; null for the setting. */
  maxVisitsWithoutCard: z.nullable(z.number()),
  /** Null to pay by card or as the business decides. Applies to new bookings. */
  invoicing: z.nullable(Invoicing),
  /** Counts changes of the record; the customer's ETag. */
  version: z.number(),
})
export type Customer = z.infer<typeof Customer>

const CustomerNote = z.object({
  id: z.string(),
  note: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
})
export type CustomerNote = z.infer<typeof CustomerNote>

/** A change to the record; `fields` names the changed fields, never their values. Consents to texts are kept in full. */
const CustomerEvent = z.object({
  id: z.string(),
  kind: z.enum(customerEventKinds),
  fields: z.array(z.string()),
  /** Of a consent to texts or its end; empty once erased. */
  consent: z.optional(z.object({ how: z.enum(consentWays), words: z.string(), phone: z.string() })),
  /** Null for the server and for erased people. */
  by: z.nullable(z.string()),
  createdAt: instant,
})
export type CustomerEvent = z.infer<typeof CustomerEvent>

export const Duplicate = z.object({
  ...FoundCustomer.shape,
  createdAt: instant,
  vehicleCount: z.number(),
  jobCount: z.number(),
  lastServiceDate: z.nullable(z.string()),
})

export const CustomerDetails = z.object({
  ...Customer.shape,
  /** The company whose account this is: it is changed on the company's page only. */
  companyId: z.optional(uuid()),
  /** Amount due for completed visits. */
  amountDue: money,
  /** Lost to their banks in disputes, not paid since and not part of `totalSpent`, if any. */
  chargedBack: z.optional(money),
  /** Recorded money that the office has to give back, if any. */
  toReturn: z.optional(money),
  /** Visits ahead or in progress. */
  visitsAhead: z.number(),
  /** Issued invoices, which are kept when the customer is erased. */
  invoiceCount: z.number(),
  /** Their first car due for oil; null if unknown. */
  nextService: z.nullable(
    z.object({
      vehicleId: z.string(),
      vehicle: z.string(),
      date: calendarDate,
      isDue: z.boolean(),
    }),
  ),
  /** Saved addresses, oldest first. */
  places: z.array(Place),
  agreesToTexts: z.boolean(),
  /** Neither e-mail nor SMS reaches them. */
  isUnreached: z.boolean(),
  /** Newest first, at most 200. */
  notes: z.array(CustomerNote),
  /** Newest first, at most 100. */
  history: z.array(CustomerEvent),
  /** Possible duplicates of this customer. */
  duplicates: z.array(z.object({ ...Duplicate.shape, reasons: z.array(z.enum(duplicateReasons)) })),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>

/** A message between a customer and the business. */
const CustomerMessage = z.object({
  id: z.string(),
  /** `inbox`: to the office; otherwise in a visit's conversation. */
  kind: z.enum(['inbox', 'visit']),
  text: z.string(),
  subject: z.string(),
  byCustomer: z.boolean(),
  job: z.nullable(z.object({ id: z.string(), number: z.string() })),
  createdAt: instant,
})
export type CustomerMessage = z.infer<typeof CustomerMessage>

const tags = z.array(z.string().check(z.trim(), z.maxLength(maxTagLength))).check(
  z.overwrite(tidyTags),
  z.refine(
    (all) => all.length <= maxTags,
    text('A customer can have up to twenty tags. Please remove some.'),
  ),
)

export const CustomerForm = z.strictObject({
  ...names,
  email: email(),
  phone: z.optional(phone),
  role: z.optional(z.literal('customer')),
  tags: z.optional(tags),
  /** Confirms that they are not the existing customer with the same phone number. */
  isSomebodyElse: z.optional(z.boolean()),
})
export type CustomerForm = z.infer<typeof CustomerForm>

export const CustomerChange = z.strictObject({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  email: z.optional(email()),
  phone: z.optional(phone),
  role: z.optional(z.literal('customer')),
  tags: z.optional(tags),
  maxVisitsWithoutCard: z.optional(z.nullable(limit(1000))),
  invoicing: z.optional(z.nullable(Invoicing)),
})
export type CustomerChange = z.infer<typeof CustomerChange>

/** The office's customer form. */
export const CustomerFacts = z.strictObject({
  ...names,
  email: email(),
  phone: z.optional(phone),
  tags: z.optional(tags),
  maxVisitsWithoutCard: z.optional(z.nullable(limit(1000))),
})
/** The same for a customer without an e-mail. */
export const UnmailedFacts = z.extend(CustomerFacts, { email: z.optional(email()) })

/** The form for how a customer pays. */
export const InvoicingForm = z.strictObject({ byInvoice: z.boolean(), invoicing: Invoicing })

export const NoteForm = z.strictObject({ note: required(text('Please write a note first'), 4000) })

export const customerSorts = [
  'name',
  'email',
  'created',
  'lastLogin',
  'jobs',
  'spent',
  'lastService',
] as const

const filters = {
  status: z.optional(z.enum(customerStatuses)),
  tag: z.optional(z.string().check(z.maxLength(maxTagLength))),
}

const shows = ['customers', 'vehicles', 'jobs', 'payments'] as const
/** Everything that shows an erased or merged customer. */
export const everythingOfCustomer = [
  'customers',
  'vehicles',
  'jobs',
  'payments',
  'availability',
  'contact_messages',
  'reviews',
  'conversation',
] as const

export const customers = endpoints({
  'GET /api/admin/customers': {
    reads: 'much',
    summary: 'Customers, newest first; ?search in name, e-mail, phone and plate',
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...listQuery(customerSorts), ...filters }),
    response: z.array(Customer),
  },
  'POST /api/admin/customers': {
    summary:
      "Add a customer; 409 has details.reason 'known_customer' with details.customers if the e-mail or phone belongs to a customer; isSomebodyElse overrides a matching phone",
    allow: ['admin'],
    changes: ['customers'],
    body: CustomerForm,
    response: Customer,
    status: 201,
    errors: [409],
    idempotent: 'in transaction',
  },
  'GET /api/admin/customers/summary': {
    reads: 'much',
    summary:
      "Number of all customers and of matching ones, with the latter's bookings and payments",
    allow: ['admin'],
    shows,
    query: z.strictObject({ search: exportQuery(customerSorts).search, ...filters }),
    response: z.object({
      /** Number of all customers. */
      total: z.number(),
      found: z.number(),
      visits: z.number(),
      totalSpent: money,
      tags: z.array(z.string()),
    }),
  },
  'GET /api/admin/customers/export': {
    reads: 'much',
    summary: "Customers as CSV, with the list's search, filters and order",
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...exportQuery(customerSorts), ...filters }),
    response: csv,
  },
  'GET /api/admin/customers/{id}': {
    summary:
      'One customer with notes, history and possible duplicates; for a merged customer, the surviving one',
    allow: ['admin'],
    shows,
    response: CustomerDetails,
    errors: [404],
  },
  'PATCH /api/admin/customers/{id}': {
    summary:
      'Change a customer; with If-Match, 409 names who changed the same fields since, with the current values',
    allow: ['admin'],
    ifMatch: true,
    changes: ['customers', 'jobs'],
    body: CustomerChange,
    response: Customer,
    errors: [404, 409],
  },
  'DELETE /api/admin/customers/{id}': {
    summary:
      "Erase a customer for good; refused with an upcoming or active visit, while a card operation is pending, and with details.reason 'owes' when they owe money or 'owed_back' when the business has to give some back, unless ?evenOwing=yes: their name then stays until it is settled",
    allow: ['admin'],
    ifMatch: true,
    query: z.strictObject({ evenOwing: z.optional(z.enum(['yes'])) }),
    changes: everythingOfCustomer,
    response: done,
    errors: [404, 409],
  },
  'GET /api/admin/customers/{id}/jobs': {
    reads: 'much',
    summary: "A customer's visits with cost and payments, newest service date first",
    allow: ['admin'],
    shows: ['jobs', 'payments'],
    query: z.strictObject(page),
    response: z.array(Job),
    errors: [404],
  },
  'GET /api/admin/customers/{id}/messages': {
    reads: 'much',
    summary: 'Latest messages between a customer and the business, newest first, at most 50',
    allow: ['admin'],
    shows: ['conversation', 'contact_messages'],
    response: z.array(CustomerMessage),
    errors: [404],
  },
  'POST /api/admin/customers/{id}/end-texts': {
    summary: 'End texts to a customer at their request, and to their number in the inbox',
    allow: ['admin'],
    changes: ['customers', 'contact_messages'],
    response: done,
    errors: [404],
  },
  'POST /api/admin/customers/{id}/notes': {
    summary: 'Add an office-only note about a customer',
    allow: ['admin'],
    changes: ['customers'],
    body: NoteForm,
    response: CustomerNote,
    status: 201,
    errors: [404],
    idempotent: 'in transaction',
  },
  'DELETE /api/admin/customers/{id}/notes/{noteId}': {
    summary: 'Remove a note',
    allow: ['admin'],
    changes: ['customers'],
    response: done,
    errors: [404],
  },
})
