import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { done, email, instant, optionalText } from './fields.ts'

const TeamMember = z.object({
  id: z.string(),
  /** The e-mail address until they have entered a name. */
  name: z.string(),
  email: z.nullable(z.string()),
  /** null before the first sign-in. */
  lastLoginAt: z.nullable(instant),
})
export type TeamMember = z.infer<typeof TeamMember>

export const TeamInvitation = z.strictObject({
  email: email(),
  firstName: optionalText(80),
  lastName: optionalText(80),
  /** Confirms replacing the other role of the user with this address. */
  confirmed: z.optional(z.boolean()),
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

/** The role after leaving the office; with `none` they can no longer sign in. */
export const afterRemoval = ['customer', 'technician', 'none'] as const
export type AfterRemoval = (typeof afterRemoval)[number]

export const team = endpoints({
  'GET /api/admin/team': {
    summary: 'Who works in the office, by name',
    allow: ['admin'],
    shows: ['team'],
    response: z.array(TeamMember),
  },
  'POST /api/admin/team': {
    summary:
      "Give a person access to the office and mail them an invitation. For a customer or technician 409 with details.reason 'other_role' until confirmed, and how many `visits` of a technician return to the queue; 'under_way' while one is in progress",
    allow: ['admin'],
    changes: ['team', 'customers', 'technicians', 'jobs', 'availability'],
    body: TeamInvitation,
    response: TeamMember,
    status: 201,
    errors: [409],
    idempotent: 'in transaction',
  },
  'DELETE /api/admin/team/{id}': {
    summary:
      "End a person's access to the office at once: they become what they were before, else a customer; with `to` a customer or technician, or unable to sign in. 409 with details.reason 'last_admin' for the last one",
    allow: ['admin'],
    changes: ['team', 'customers', 'technicians', 'availability'],
    query: z.strictObject({
      to: z.optional(z.enum(afterRemoval, text('Please choose customer, technician or none.'))),
    }),
    response: done,
    errors: [404, 409],
  },
})
