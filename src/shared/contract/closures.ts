import * as z from 'zod/mini'
import { isBounded } from '#shared/rules/closure-days.ts'
import { mostSlotsADay, timesFromText } from '../rules/slot-times.ts'
import { slotByLabel } from '../rules/slots.ts'
import { hoursFromText } from '../rules/weekly-hours.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import {
  calendarDate,
  dayRange,
  done,
  inOrder,
  localDate,
  optionalText,
  slot,
  slotTimesPlease,
} from './fields.ts'
import { Job } from './jobs.ts'

const tooLong = { message: text('At most 366 days at a time, please.'), path: ['to'] }

/** Without `timeSlots`, whole days. */
const closure = {
  ...dayRange(),
  timeSlots: z.optional(
    z
      .array(slot())
      .check(z.minLength(1, text('Please choose a time')), z.maxLength(2 * mostSlotsADay)),
  ),
  name: optionalText(60),
  reason: optionalText(200),
}

export const ClosureForm = z.strictObject(closure).check(inOrder, z.refine(isBounded, tooLong))
export type ClosureForm = z.infer<typeof ClosureForm>

export const Closure = z.object({
  id: z.string(),
  from: calendarDate,
  to: calendarDate,
  /** Closed times on each of its days. */
  timeSlots: z.array(slot()),
  /** Whether these are all times of its days. */
  wholeDays: z.boolean(),
  name: z.string(),
  reason: z.string(),
  /** How many of its times from today on were reopened. */
  openTimes: z.int(),
  /** The reopened times as runs of days with the same times; the first hundred runs. */
  except: z.array(z.object({ from: calendarDate, to: calendarDate, timeSlots: z.array(slot()) })),
  /** The `ETag` value, for `If-Match`. */
  version: z.int(),
})
export type Closure = z.infer<typeof Closure>

/**
 * A booked visit inside a new block. `proposal` is the nearest free time that its technician can take and the block does not
 * cover; if there is none, `technicianId` null means it needs another technician.
 */
export const AffectedVisit = z.object({
  job: Job,
  proposal: z.nullable(
    z.object({
      scheduledDate: calendarDate,
      scheduledTime: slot(),
      technicianId: z.optional(z.null()),
    }),
  ),
})
export type AffectedVisit = z.infer<typeof AffectedVisit>

const someSlots = z.string().check(
  z.maxLength(600),
  z.refine(
    (labels) => labels.split(',').every((label) => slotByLabel(label)),
    text('Please choose a time'),
  ),
)

const weekOfSlots = z
  .string()
  .check(z.refine((week) => hoursFromText(week) !== undefined, text('Please choose a time')))

const listOfTimes = z
  .string()
  .check(z.refine((times) => timesFromText(times) !== undefined, slotTimesPlease))

export const closures = endpoints({
  'GET /api/admin/closures': {
    summary: 'Closed days and times from today on; at most 200, the next first',
    allow: ['admin'],
    shows: ['availability'],
    response: z.array(Closure),
  },
  'GET /api/admin/block-range/visits': {
    summary:
      'Booked visits a block would affect, each with the nearest free time; timeSlots separated by commas, without them whole days. At most 200, the total in X-Total-Count',
    allow: ['admin'],
    shows: ['jobs', 'availability'],
    query: z
      .strictObject({ ...dayRange(), timeSlots: z.optional(someSlots) })
      .check(inOrder, z.refine(isBounded, tooLong)),
    response: z.array(AffectedVisit),
  },
  'GET /api/admin/weekly-hours/visits': {
    summary:
      "Upcoming visits at times that new weekly hours would no longer offer, each with the nearest free offered time; hours as the starts of each weekday's slots, Monday to Sunday, separated by commas, such as 08:00_09:30,08:00,08:00,08:00,08:00,08:00,. At most 200, the total in X-Total-Count",
    allow: ['admin'],
    shows: ['jobs', 'availability', 'settings'],
    query: z.strictObject({ hours: weekOfSlots }),
    response: z.array(AffectedVisit),
  },
  'GET /api/admin/slot-times/visits': {
    summary:
      'Booked visits from a day on whose own time would not be one of the new times of a day, or not within new weekly hours; they keep it. Times as 07:00-08:00,08:30-09:30; `replaces` as in the settings; hours as in GET /api/admin/weekly-hours/visits. The first 50, the total in X-Total-Count',
    allow: ['admin'],
    shows: ['jobs', 'settings'],
    query: z.strictObject({
      from: localDate(),
      times: listOfTimes,
      replaces: z.optional(localDate()),
      hours: z.optional(weekOfSlots),
    }),
    response: z.array(Job),
  },
  'POST /api/admin/block-range': {
    summary:
      'Block or unblock days or times, at most 366 days at once; bookings stay, and `visits` counts them. Blocks within a closure of the same name and reason belong to it',
    allow: ['admin'],
    changes: ['availability'],
    body: z
      .strictObject({ ...closure, isBlocked: z.boolean() })
      .check(inOrder, z.refine(isBounded, tooLong)),
    response: z.object({ closure: z.nullable(Closure), visits: z.int() }),
  },
  'PUT /api/admin/closures/{id}': {
    summary: 'Change days, times, name or reason of a closure; its reopened times stay open',
    allow: ['admin'],
    ifMatch: true,
    changes: ['availability'],
    body: ClosureForm,
    response: Closure,
    errors: [404, 409],
  },
  'DELETE /api/admin/closures/{id}': {
    summary: "Reopen a closure's times from today on, except those that other closures cover",
    allow: ['admin'],
    ifMatch: true,
    changes: ['availability'],
    response: done,
    errors: [404, 409],
  },
})
