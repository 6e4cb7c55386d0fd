import * as z from 'zod/mini'
import { Job } from './jobs.ts'
import { text } from '../texts/t.ts'
import { skills } from '../rules/assignment.ts'
import { maxPhotoBytes, photoTypes } from '../rules/photos.ts'
import { endpoints, image } from './endpoint.ts'
import {
  calendarDate,
  done,
  email,
  firstName,
  instant,
  lastName,
  listQuery,
  localDate,
  money,
  names,
  optionalText,
  phone,
  uuid,
} from './fields.ts'

const clockPlease = text('Please give a time like 08:00')
const clock = z.string(clockPlease).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, clockPlease))
const dayHours = z.nullable(
  z.strictObject({ from: clock, to: clock }).check(
    z.refine(({ from, to }) => from < to, {
      message: text('The day ends before it begins'),
      path: ['to'],
    }),
  ),
)
/** Monday to Sunday; null for a weekly day off. */
const WorkingHours = z
  .array(dayHours)
  .check(z.length(7, text('Please give the hours of all seven days')))

const DayOff = z.object({
  id: z.string(),
  from: calendarDate,
  to: calendarDate,
  reason: z.string(),
})
export type DayOff = z.infer<typeof DayOff>

const skill = z.enum(skills.map(({ value }) => value))

export const Technician = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  createdAt: instant,
  status: z.enum(['active', 'waiting', 'deactivated']),
  /** Mean rating; null without reviews ("New"). */
  rating: z.nullable(z.number()),
  jobsToday: z.number(),
  inProgress: z.boolean(),
  /** Special skills they have. */
  skills: z.array(skill),
  /** Null to follow the business's hours. */
  workingHours: z.nullable(WorkingHours),
  /** Current and future ones, in order. */
  daysOff: z.array(DayOff),
  /** Where they start the day, as exact as known; null if not set. */
  homeBase: z.nullable(
    z.object({
      address: z.string(),
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
    }),
  ),
  /** Their photo; null without one. */
  photoUrl: z.nullable(z.string()),
  /** When they were last invited to sign in, and when they last did. */
  invitedAt: z.nullable(instant),
  lastLoginAt: z.nullable(instant),
  /** The `ETag` value, for `If-Match`. */
  version: z.number(),
})
export type Technician = z.infer<typeof Technician>

/** Their own view: reasons for days off are for the office only. */
const OwnWork = z.object({
  ...z.pick(Technician, { rating: true, workingHours: true }).shape,
  daysOff: z.array(z.omit(DayOff, { reason: true })),
  /** Tips of today, this week and this month; set if tips are enabled or were given. */
  tips: z.optional(z.object({ today: money, week: money, month: money })),
})

export const TechnicianForm = z.strictObject({
  ...names,
  email: email(),
  phone: z.optional(phone),
  /** Whether to mail them an invitation. */
  invite: z.optional(z.boolean()),
})

/** Omitted fields stay unchanged. */
export const TechnicianChange = z.strictObject({
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  email: z.optional(email()),
  phone: z.optional(phone),
  skills: z.optional(z.array(skill)),
  workingHours: z.optional(z.nullable(WorkingHours)),
  /** On one line; empty for none. */
  homeAddress: optionalText(),
})
export type TechnicianChange = z.infer<typeof TechnicianChange>

/** `outside`: visits ahead that no longer fit new hours or skills; missing without any. */
const ChangedTechnician = z.extend(Technician, { outside: z.optional(z.array(Job)) })

/** The technician form. */
export const TechnicianFacts = z.strictObject({
  ...names,
  email: z.optional(email()),
  phone,
  homeAddress: optionalText(),
  skills: z.array(skill),
})
export const HoursForm = z.strictObject({ workingHours: z.nullable(WorkingHours) })

export const DaysOffForm = z.strictObject({
  from: localDate(text('Please choose the first day')),
  to: localDate(text('Please choose the last day')),
  reason: optionalText(200),
  /** The technician for each visit in that time; null for unassigned. */
  visits: z.optional(
    z
      .array(z.strictObject({ id: uuid(), technicianId: z.nullable(uuid()) }))
      .check(z.maxLength(500)),
  ),
})
export type DaysOffForm = z.infer<typeof DaysOffForm>

export const technicianSorts = ['name', 'status', 'rating', 'jobs', 'email', 'since'] as const

export const technicians = endpoints({
  'GET /api/technicians/me': {
    summary:
      "The caller's own rating (null without reviews), working hours (null: business hours), upcoming days off and tips",
    allow: ['technician'],
    shows: ['reviews', 'technicians', 'payments'],
    response: OwnWork,
    errors: [404],
  },
  'GET /api/admin/technicians': {
    reads: 'much',
    summary:
      'Technicians, those awaiting approval first; ?search in name, e-mail and phone; ?state=deactivated for former ones',
    allow: ['admin'],
    shows: ['technicians', 'jobs', 'reviews'],
    query: z.strictObject({
      ...listQuery(technicianSorts),
      state: z.optional(z.enum(['deactivated'])),
    }),
    response: z.array(Technician),
  },
  'POST /api/admin/technicians': {
    summary: 'Add a technician; active at once, recognized by e-mail',
    allow: ['admin'],
    changes: ['technicians', 'notifications', 'availability'],
    body: TechnicianForm,
    response: Technician,
    status: 201,
    errors: [409],
  },
  'GET /api/admin/technicians/{id}': {
    summary: 'One technician, deactivated or not; the ETag is for changing them',
    allow: ['admin'],
    shows: ['technicians', 'jobs', 'reviews'],
    response: Technician,
    errors: [404],
  },
  'PATCH /api/admin/technicians/{id}': {
    summary:
      'Change contact details, working hours, skills and home. `outside` lists upcoming visits that no longer fit',
    allow: ['admin'],
    ifMatch: true,
    changes: ['technicians', 'availability', 'jobs', 'notifications'],
    body: TechnicianChange,
    response: ChangedTechnician,
    errors: [404, 409],
  },
  'POST /api/admin/technicians/{id}/days-off': {
    summary:
      "Add days off, both dates included. If visits on these days are not reassigned by `visits`, 409 has details.reason 'visits' and the visits; with `visits`, all changes are made together or none",
    allow: ['admin'],
    changes: ['technicians', 'availability', 'jobs', 'conversation', 'position', 'notifications'],
    body: DaysOffForm,
    maxBytes: 81_920,
    response: Technician,
    status: 201,
    errors: [404, 409],
  },
  'DELETE /api/admin/technicians/{id}/days-off/{dayOffId}': {
    summary: 'Remove days off',
    allow: ['admin'],
    changes: ['technicians', 'availability', 'notifications'],
    response: Technician,
    errors: [404],
  },
  'POST /api/admin/technicians/{id}/invite': {
    summary:
      'Mail a sign-in invitation, at most every ten minutes; reactivates a deactivated technician. 409 has details.invitedAt if too soon',
    allow: ['admin'],
    changes: ['technicians', 'notifications', 'availability'],
    response: Technician,
    errors: [404, 409],
  },
  'POST /api/admin/technicians/{id}/photo': {
    summary: "Upload a technician's photo, sent as the body; replaces the previous one",
    allow: ['admin'],
    changes: ['technicians', 'jobs'],
    upload: { types: photoTypes, maxBytes: maxPhotoBytes },
    response: Technician,
    status: 201,
    errors: [404, 409, 413, 415, 503],
  },
  'DELETE /api/admin/technicians/{id}/photo': {
    summary: "Remove a technician's photo",
    allow: ['admin'],
    ifMatch: true,
    changes: ['technicians', 'jobs'],
    response: Technician,
    errors: [404, 409],
  },
  'GET /api/technician-photos/{id}': {
    summary:
      "A technician's photo. Its address cannot be guessed; customers, guests and the office receive it",
    allow: ['public'],
    shows: [],
    response: image,
    errors: [404, 503],
  },
  'POST /api/admin/technicians/{id}/approve': {
    summary: 'Approve a waiting technician',
    allow: ['admin'],
    changes: ['technicians', 'notifications', 'availability'],
    response: Technician,
    errors: [404, 409],
  },
  'DELETE /api/admin/technicians/{id}': {
    summary:
      "Deactivate: sessions end at once and open jobs return to the queue. With a visit under way, 409 has details.reason 'under_way' and the visits; ?underWay=keep deactivates anyway and leaves that visit to the office",
    allow: ['admin'],
    ifMatch: true,
    changes: ['technicians', 'jobs', 'conversation', 'position', 'availability'],
    query: z.strictObject({ underWay: z.optional(z.enum(['keep'])) }),
    response: done,
    errors: [404, 409],
  },
})
