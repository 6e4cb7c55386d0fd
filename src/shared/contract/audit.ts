import * as z from 'zod/mini'
import { auditSubjects } from '../rules/audit.ts'
import { csv, endpoints } from './endpoint.ts'
import { exportQuery, instant, listQuery, localDate, money } from './fields.ts'

export const AuditEntry = z.object({
  id: z.string(),
  /** The event's name. */
  event: z.string(),
  about: z.enum(auditSubjects),
  at: instant,
  /** Who did it; null for the server. The name is empty once erased. */
  by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  title: z.string(),
  /** Details, a few words each. */
  lines: z.array(z.string()),
  /** Free text the person wrote; empty if none or erased. */
  comment: z.string(),
  /** The amount involved. */
  amount: z.nullable(money),
  job: z.nullable(z.object({ id: z.string(), number: z.string() })),
  /** The customer or technician concerned; the name is empty once erased. */
  person: z.nullable(
    z.object({ id: z.string(), name: z.string(), role: z.enum(['customer', 'technician']) }),
  ),
  /** The message to the office concerned. */
  messageId: z.nullable(z.string()),
  /** The business-local date concerned. */
  day: z.nullable(z.iso.date()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Sortable fields of the log. */
export const auditSorts = ['at'] as const

const shows = [
  'jobs',
  'payments',
  'customers',
  'vehicles',
  'technicians',
  'availability',
  'catalog',
  'stock',
  'engines',
  'service_area',
  'settings',
  'contact_messages',
  'waitlist',
] as const

const filters = {
  /** A person's id, or `server` for automatic entries. */
  who: z.optional(z.string().check(z.regex(/^(server|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/))),
  about: z.optional(z.enum(auditSubjects)),
  /** Business-local days, both included. */
  from: z.optional(localDate()),
  to: z.optional(localDate()),
}

export const audit = endpoints({
  'GET /api/admin/audit': {
    reads: 'much',
    summary:
      'Office actions and money movements, newest first; ?search in the visit number, the names of its customer and the people involved, and the action',
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...listQuery(auditSorts), ...filters }),
    response: z.array(AuditEntry),
  },
  'GET /api/admin/audit/export': {
    reads: 'much',
    summary: "The audit log as CSV, with the list's search and filters",
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...exportQuery(auditSorts), ...filters }),
    response: csv,
  },
})
