import * as z from 'zod/mini'
import {
  inspectionResults,
  inspectionUnits,
  itemKindNames,
  maxGroups,
  maxItems,
  maxItemsOfGroup,
  maxNoteLength,
  maxPhotosOfFinding,
} from '../rules/inspections.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { Photo } from './photos.ts'
import { calendarDate, instant, optionalText, requiredLine, uuid } from './fields.ts'

const kind = z.enum(itemKindNames)
const result = z.enum(inspectionResults)
const unit = z.enum(inspectionUnits)

const Item = z.object({
  id: z.string(),
  label: z.string(),
  kind,
  /** Limits of a measured value, at or below; null for the usual ones of its kind. */
  watchAt: z.nullable(z.number()),
  failAt: z.nullable(z.number()),
  /** The result's meaning for the customer; may be empty. */
  watchAdvice: z.string(),
  failAdvice: z.string(),
})
const Group = z.object({ id: z.string(), title: z.string(), items: z.array(Item) })

/** A version of a template. */
const Template = z.object({
  id: uuid(),
  name: z.string(),
  version: z.int(),
  groups: z.array(Group),
})
export type InspectionTemplate = z.infer<typeof Template>

/** The newest version of a template, as the office edits it: in English. */
export const OfficeInspectionTemplate = z.object({
  ...Template.shape,
  /** Technicians may choose it. */
  isActive: z.boolean(),
  /** When this version was saved. */
  savedAt: instant,
})
export type OfficeInspectionTemplate = z.infer<typeof OfficeInspectionTemplate>

const Finding = z.object({
  itemId: z.string(),
  result,
  measure: z.optional(z.number()),
  unit: z.optional(unit),
  note: z.optional(z.string()),
  photoIds: z.array(z.string()),
})

const Inspection = z.object({
  /** The version used; before the first save, the one to start with. Null if the business has none. */
  template: z.nullable(Template),
  /** Newest versions to choose from, for technicians and the office; empty for customers. */
  templates: z.array(Template),
  /** Empty until saved, and for items no one checked. */
  findings: z.array(Finding),
  /** When the saved findings were made by the technician's phone, and when they arrived; null until saved. */
  savedAt: z.nullable(instant),
  receivedAt: z.nullable(instant),
  /** The car's previous inspection; only values of items of this template. */
  previous: z.nullable(
    z.object({
      date: calendarDate,
      findings: z.array(z.omit(Finding, { note: true, photoIds: true })),
    }),
  ),
  /** Path of the report, which opens without signing in, for its customer and the office; null until saved. */
  reportPath: z.nullable(z.string()),
})
export type Inspection = z.infer<typeof Inspection>

const itemId = z
  .string()
  .check(z.maxLength(40), z.regex(/^[a-z0-9_]+$/, text('Unknown item of the inspection')))

const findings = z
  .array(
    z.strictObject({
      itemId,
      result,
      measure: z.optional(z.number()),
      unit: z.optional(unit),
      note: optionalText(maxNoteLength),
      /** Includes photos still being uploaded; the device that took them chose their ids. */
      photoIds: z.array(uuid()).check(z.maxLength(maxPhotosOfFinding)),
    }),
  )
  .check(z.maxLength(maxItems))

/** The whole inspection: missing items were not checked; an empty list removes it. */
export const InspectionForm = z.strictObject({
  templateId: uuid(),
  templateVersion: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  findings,
  /** The findings the device started from: only differences are saved, so other devices' changes stay. */
  seen: z.optional(findings),
})
export type InspectionForm = z.infer<typeof InspectionForm>

const advice = optionalText(300)
const limit = z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(150))))
const groups = z
  .array(
    z.strictObject({
      /** Id of an existing group or item; new ones get an id from their text. */
      id: z.optional(itemId),
      title: requiredLine(text('Please enter a title'), 60),
      items: z
        .array(
          z.strictObject({
            id: z.optional(itemId),
            label: requiredLine(text('Please enter what is checked'), 80),
            kind,
            watchAt: limit,
            failAt: limit,
            watchAdvice: advice,
            failAdvice: advice,
          }),
        )
        .check(
          z.minLength(1, text('Please add an item to every group')),
          z.maxLength(maxItemsOfGroup, text('A group has at most 20 items')),
        ),
    }),
  )
  .check(
    z.minLength(1, text('Please add a group')),
    z.maxLength(maxGroups, text('A template has at most 20 groups')),
  )
const name = requiredLine(text('Please enter a name'), 60)
const most = 1_048_576

export const InspectionTemplateForm = z.strictObject({ name, groups })
export type InspectionTemplateForm = z.infer<typeof InspectionTemplateForm>
export const InspectionTemplateChange = z.partial(
  z.strictObject({ name, groups, isActive: z.boolean() }),
)
export type InspectionTemplateChange = z.infer<typeof InspectionTemplateChange>

/** The report for customers. Contains no name, address or plate, so the link may be passed on to a shop. */
export const InspectionReport = z.object({
  number: z.string(),
  business: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    timeZone: z.string(),
  }),
  vehicle: z.object({ year: z.string(), make: z.string(), model: z.string() }),
  odometerMiles: z.nullable(z.number()),
  technician: z.nullable(z.string()),
  /** Day of the visit. */
  date: calendarDate,
  savedAt: instant,
  /** False until the visit is over. */
  isComplete: z.boolean(),
  groups: z.array(
    z.object({
      title: z.string(),
      items: z.array(
        z.object({
          ...z.omit(Finding, { photoIds: true }).shape,
          label: z.string(),
          kind,
          /** The result's meaning; may be empty. */
          advice: z.string(),
          /** The car's value at the visit before. */
          before: z.nullable(z.number()),
          photos: z.array(
            z.pick(Photo, { url: true, thumbnailUrl: true, width: true, height: true }),
          ),
        }),
      ),
    }),
  ),
})
export type InspectionReport = z.infer<typeof InspectionReport>

/** A car's measured values, by date. */
export const InspectionTrend = z.object({
  kind,
  unit,
  watchAt: z.nullable(z.number()),
  failAt: z.nullable(z.number()),
  series: z.array(
    z.object({
      itemId: z.string(),
      label: z.string(),
      values: z.array(z.object({ date: calendarDate, measure: z.number() })),
    }),
  ),
})
export type InspectionTrend = z.infer<typeof InspectionTrend>

export const reportLink = z.strictObject({
  token: z.string().check(z.regex(/^[\w-]{32,80}$/)),
})

export const inspections = endpoints(
  {
    'GET /api/jobs/{id}/inspection': {
      summary:
        "A visit's inspection with its template, the templates to choose from and the car's previous values",
      allow: ['customer', 'guest', 'technician', 'admin'],
      shows: ['inspections', 'jobs', 'photos'],
      response: Inspection,
      errors: [404],
    },
    'PUT /api/jobs/{id}/inspection': {
      summary:
        'Save the whole inspection, made with any version of a template; no findings remove it. One made before the saved one only goes to the history. Locked once the visit is over, except for what its technician did before. 400 for unknown items, wrong units or values, and photos of other visits',
      allow: ['technician', 'admin'],
      changes: ['inspections'],
      body: InspectionForm,
      response: Inspection,
      errors: [404, 409],
      maxBytes: 524_288,
      idempotent: 'in transaction',
      happenedAt: true,
    },
    'GET /api/inspections/{token}': {
      summary: "The report of a visit's inspection, by the link in the customer's messages",
      allow: ['public', 'guest'],
      shows: ['inspections'],
      params: reportLink,
      response: InspectionReport,
      errors: [404],
    },
    'GET /api/vehicles/{id}/inspection-trends': {
      summary: 'What inspections measured on a car over time: tread, brake pads, battery',
      allow: ['customer', 'admin'],
      shows: ['inspections', 'vehicles'],
      response: z.array(InspectionTrend),
      errors: [404],
    },
    'GET /api/admin/inspection-templates': {
      summary: 'Templates in their newest version, the oldest template first',
      allow: ['admin'],
      shows: ['inspection_templates'],
      response: z.array(OfficeInspectionTemplate),
    },
    'POST /api/admin/inspection-templates': {
      summary: 'Add a template',
      allow: ['admin'],
      changes: ['inspection_templates', 'inspections'],
      body: InspectionTemplateForm,
      response: OfficeInspectionTemplate,
      status: 201,
      errors: [409],
      maxBytes: most,
      idempotent: 'in transaction',
    },
    'PATCH /api/admin/inspection-templates/{id}': {
      summary:
        'Change a template; another name or other items make a new version, and inspections made with an older one keep it. 409 for the last active one',
      allow: ['admin'],
      ifMatch: true,
      changes: ['inspection_templates', 'inspections'],
      body: InspectionTemplateChange,
      response: OfficeInspectionTemplate,
      errors: [404, 409],
      maxBytes: most,
    },
  },
  'inspections',
)
