import * as z from 'zod/mini'
import { languageCodes } from '../texts/languages.ts'
import { text } from '../texts/t.ts'
import { plainText } from '../rules/plain-text.ts'
import { roles, selfChosenRoles } from '../rules/roles.ts'
import { done, email, instant, names, page, phone, requiredLine } from './fields.ts'
import { endpoints, redirect } from './endpoint.ts'

export const User = z.object({
  id: z.string(),
  role: z.nullable(z.enum(roles)),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** BCP 47; null for the browser's language. */
  language: z.nullable(z.string()),
  createdAt: instant,
  loginCount: z.number(),
  /** False for a technician awaiting approval. */
  active: z.boolean(),
  /** Their visits are invoiced, so bookings ask for no card. */
  paysByInvoice: z.boolean(),
  /** They are a member of a company. */
  isMember: z.optional(z.literal(true)),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  /** The business does not text numbers of this country or kind. */
  phoneNotReached: z.optional(z.literal(true)),
  marketingEmails: z.boolean(),
  appointmentReminders: z.boolean(),
  serviceUpdates: z.boolean(),
})
export type User = z.infer<typeof User>

export const EmailCodeRequest = z.strictObject({ email: email() })

export const sixDigits = z.string(text('Enter the six digits from the e-mail')).check(
  z.overwrite((typed) => plainText(typed).replace(/[\s-]/g, '')),
  z.regex(/^\d{6}$/, text('Enter the six digits from the e-mail')),
)
const EmailCodeCheck = z.strictObject({ code: sixDigits })
export const Profile = z.strictObject({
  ...names,
  email: email(),
  phone: z.optional(phone),
  /** null for the browser's language. */
  language: z.optional(
    z.nullable(z.enum(languageCodes, text('This language is not available yet.'))),
  ),
  /** Consent to texts to a new phone number; without it, a new number ends the consent for the previous one. */
  agreesToTexts: z.optional(z.boolean()),
  /** Proves a new e-mail; without it a change of e-mail answers 409 and mails a code to the new address. */
  emailCode: z.optional(sixDigits),
})
export type Profile = z.infer<typeof Profile>

export const Preferences = z.strictObject({
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  appointmentReminders: z.boolean(),
  serviceUpdates: z.boolean(),
})

export const SignedInDevice = z.object({
  id: z.string(),
  /** As the browser describes itself, such as `Chrome` on `Android`; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  /** The IPv4 address or IPv6 network it signed in from; empty if unknown. */
  network: z.string(),
  signedInAt: instant,
  /** To the hour. */
  lastUsedAt: instant,
  /** The browser that asks. */
  isThis: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

/** Loose, because people and mail programs append their own parameters to links. */
const signInQuery = z.object({
  with: z.optional(z.literal('oidc')),
  next: z.optional(z.string().check(z.trim(), z.maxLength(500))),
})

export const accounts = endpoints({
  'GET /api/auth/user': {
    summary: 'The signed-in person',
    allow: ['person'],
    shows: ['account'],
    response: User,
  },
  'GET /api/auth/login': {
    summary:
      'Start signing in; redirects to the sign-in page or, with ?with=oidc, to the identity provider',
    allow: ['public'],
    shows: [],
    query: signInQuery,
    response: redirect,
  },
  'GET /api/login': {
    summary: 'Same as /api/auth/login',
    allow: ['public'],
    shows: [],
    query: signInQuery,
    response: redirect,
  },
  'GET /api/logout': {
    summary: 'End the session and go to the landing page',
    allow: ['public'],
    shows: [],
    response: redirect,
  },
  'GET /api/auth/language': {
    summary: 'Set the language of this browser and of the account; redirects to `next`',
    allow: ['public'],
    shows: [],
    query: z.object({
      to: z.enum(languageCodes, text('This language is not available yet.')),
      next: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    }),
    response: redirect,
  },
  'GET /api/auth/callback': {
    summary: 'Callback of the OpenID Connect provider',
    allow: ['public'],
    shows: [],
    query: z.looseObject({}),
    response: redirect,
  },
  'POST /api/auth/email-code': {
    summary:
      'Mail a sign-in code, usable in this browser only; the response is the same with or without an account',
    allow: ['public'],
    changes: [],
    body: EmailCodeRequest,
    response: z.object({ success: z.literal(true), expiresInSeconds: z.number() }),
    status: 202,
    errors: [503],
  },
  'POST /api/auth/email-code/verify': {
    summary:
      'Sign in with the mailed code; creates the account on first use. 400 has details.reason wrong (and triesLeft), used_up or expired',
    allow: ['public'],
    changes: ['account', 'customers'],
    body: EmailCodeCheck,
    response: User,
  },
  'POST /api/auth/demo': {
    summary: 'Demo mode: sign in as a seeded person',
    allow: ['public'],
    changes: ['account'],
    body: z.strictObject({ role: z.enum(roles) }),
    response: User,
    errors: [404],
  },
  'POST /api/auth/set-role': {
    summary:
      'Choose customer or technician, once; a technician may become a customer until approved',
    allow: ['person'],
    changes: ['account', 'customers', 'technicians'],
    body: z.strictObject({ role: z.enum(selfChosenRoles) }),
    response: User,
    errors: [409],
  },
  'PATCH /api/auth/user': {
    summary:
      'Change own name, e-mail, phone and language. A new e-mail needs emailCode: without it 409 has details.reason email_code_needed, and a code is mailed',
    allow: ['person'],
    changes: ['account', 'jobs', 'payments', 'reviews', 'technicians', 'customers'],
    body: Profile,
    response: User,
    errors: [409, 503],
  },
  'GET /api/account/sessions': {
    summary: 'Where the person is signed in, last used first',
    allow: ['person'],
    shows: ['account'],
    response: z.array(SignedInDevice),
  },
  'DELETE /api/account/sessions/{id}': {
    summary: 'Sign one browser out at once',
    allow: ['person'],
    changes: ['account'],
    response: done,
    errors: [404],
  },
  'DELETE /api/account/sessions': {
    summary: 'Sign all browsers out at once but the one that asks',
    allow: ['person'],
    changes: ['account'],
    response: done,
  },
  'POST /api/account/email-changes/undo': {
    summary: 'Undo a change of the e-mail address by the link that the former address was sent',
    allow: ['public'],
    changes: ['account', 'customers', 'technicians'],
    body: z.strictObject({ token: requiredLine(text('The link is incomplete.'), 200) }),
    response: z.object({ email: z.string() }),
    errors: [404, 409],
  },
  'GET /api/admin/email-changes/{id}': {
    summary:
      "A person's change of e-mail address that the office asked for and that waits for its day",
    allow: ['admin'],
    shows: ['customers', 'technicians'],
    response: z.nullable(z.object({ email: z.string(), dueAt: instant })),
    errors: [404],
  },
  'DELETE /api/admin/email-changes/{id}': {
    summary: "Cancel a person's waiting change of e-mail address",
    allow: ['admin'],
    changes: ['customers', 'technicians'],
    response: done,
    errors: [404],
  },
  'PATCH /api/user/notifications': {
    summary: 'Change own notification preferences',
    allow: ['person'],
    changes: ['account'],
    body: Preferences,
    response: User,
  },
  'GET /api/demo/outbox': {
    summary: 'Demo mode: e-mails, text and push messages that would have been sent, newest first',
    allow: ['public'],
    // Mails are sent in the background, some time after their cause.
    shows: [],
    query: z.strictObject(page),
    response: z.array(
      z.object({
        id: z.string(),
        channel: z.enum(['email', 'sms', 'push']),
        recipient: z.string(),
        subject: z.string(),
        body: z.string(),
        /** An e-mail as mail clients show it. */
        html: z.nullable(z.string()),
        status: z.string(),
        createdAt: instant,
      }),
    ),
    errors: [404],
  },
})
