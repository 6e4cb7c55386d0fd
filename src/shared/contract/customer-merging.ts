import * as z from 'zod/mini'
import { duplicateReasons } from '../rules/customers.ts'
import { endpoints } from './endpoint.ts'
import { uuid } from './fields.ts'
import { Customer, Duplicate, everythingOfCustomer } from './customers.ts'

const DuplicatePair = z.object({
  reasons: z.array(z.enum(duplicateReasons)),
  /** The longer-standing customer first. */
  customers: z.array(Duplicate),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

/** Fields the surviving customer takes from the other; omitted ones stay unchanged. */
export const MergeForm = z.strictObject({
  /** The customer who is merged and disappears. */
  customerId: uuid(),
  takeName: z.optional(z.boolean()),
  takeEmail: z.optional(z.boolean()),
  takePhone: z.optional(z.boolean()),
})
export type MergeForm = z.infer<typeof MergeForm>

/** Facts by which two records can look like the same person. */
export const matchingFacts = ['phone', 'email', 'name'] as const
export type MatchingFact = (typeof matchingFacts)[number]

const Proven = z.object({ email: z.boolean(), phone: z.boolean() })

const MergePreview = z.object({
  keep: Customer,
  merge: Customer,
  /** Records transferred to the surviving customer. */
  moves: z.object({
    vehicles: z.number(),
    visits: z.number(),
    visitsAhead: z.number(),
    messages: z.number(),
    notes: z.number(),
    cards: z.number(),
    reviews: z.number(),
    notifications: z.number(),
    guestLinks: z.number(),
  }),
  /**
   * The contacts that each has proven to be theirs: the e-mail by a code or a sign-in, the phone by a text message that was
   * recognized as theirs.
   */
  proven: z.object({ keep: Proven, merge: Proven }),
  /** A fact the records share, and whether both have proven it; a name can't be proven. */
  matches: z.array(z.object({ fact: z.enum(matchingFacts), proven: z.boolean() })),
  /** Cars both have, by name; each pair becomes one. */
  sameCars: z.array(z.string()),
})
export type MergePreview = z.infer<typeof MergePreview>

export const customerMerging = endpoints({
  'GET /api/admin/customers/duplicates': {
    reads: 'much',
    summary:
      'Possible duplicate customers, by phone, mailbox or name and ZIP; at most 50 pairs and more',
    allow: ['admin'],
    shows: ['customers', 'vehicles', 'jobs'],
    response: z.array(DuplicatePair),
  },
  'GET /api/admin/customers/{id}/merge': {
    summary: 'What merging another customer into this one would transfer',
    allow: ['admin'],
    shows: ['customers', 'vehicles', 'jobs', 'payments'],
    query: z.strictObject({ customerId: uuid() }),
    response: MergePreview,
    errors: [404, 409],
  },
  'POST /api/admin/customers/{id}/merge': {
    summary:
      "Merge another customer into this one: transfers everything, erases their personal data, and signs both out. Cannot be undone. A proven e-mail address is replaced after a day. 409 has details.reason 'same_slot' or 'payment_running'",
    allow: ['admin'],
    changes: everythingOfCustomer,
    body: MergeForm,
    response: Customer,
    errors: [404, 409],
    idempotent: 'in transaction',
  },
})
