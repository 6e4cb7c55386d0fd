import {
  boolean,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Finding, InspectionGroup } from '#shared/rules/inspections.ts'
import { createdAt, id, instant, partOf } from './columns.ts'
import { jobs } from './jobs.ts'

/** An inspection template; its contents are in its versions. */
export const inspectionTemplates = pgTable('inspection_templates', {
  id: id(),
  /** The newest version. */
  version: integer('version').notNull().default(1),
  /** Technicians may choose it. */
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})

/** Never changed once written: an inspection is read with the version it was made with. */
export const inspectionTemplateVersions = pgTable(
  'inspection_template_versions',
  {
    templateId: partOf('template_id', () => inspectionTemplates.id),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    groups: jsonb('groups').$type<InspectionGroup[]>().notNull(),
    createdAt: createdAt(),
  },
  (one) => [primaryKey({ columns: [one.templateId, one.version] })],
)

/** A technician's findings on a visit's car. A finding is identified by its visit and `itemId`. */
export const inspections = pgTable(
  'inspections',
  {
    jobId: partOf('job_id', () => jobs.id).primaryKey(),
    templateId: uuid('template_id').notNull(),
    templateVersion: integer('template_version').notNull(),
    /** In the template's order; items without one were not checked. */
    findings: jsonb('findings').$type<Finding[]>().notNull(),
    /** The time by the technician's phone, and when the server received it. */
    savedAt: instant('saved_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (inspection) => [
    foreignKey({
      name: 'inspections_template',
      columns: [inspection.templateId, inspection.templateVersion],
      foreignColumns: [inspectionTemplateVersions.templateId, inspectionTemplateVersions.version],
    }),
  ],
)
