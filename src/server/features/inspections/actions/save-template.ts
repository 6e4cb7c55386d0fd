import { isDeepStrictEqual } from 'node:util'
import { asc, eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import {
  inspectionTemplates,
  inspectionTemplateVersions,
} from '#server/database/tables/inspections.ts'
import { happened } from '#server/events/happened.ts'
import { recordChange } from '#server/features/catalog/actions/record-catalog-change.ts'
import { changeConflict } from '#server/features/catalog/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import type {
  InspectionTemplateChange,
  InspectionTemplateForm,
  OfficeInspectionTemplate,
} from '#shared/contract/inspections.ts'
import { changesBetween, type FieldChange } from '#shared/rules/catalog.ts'
import {
  idFromWords,
  type InspectionGroup,
  type ItemKind,
  itemsOf,
  maxItems,
  measureOf,
} from '#shared/rules/inspections.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { noTemplate, officeTemplate, officeTemplates } from '../queries.ts'

const maxTemplates = 20

/** Adds a template; returns its id. Throws Invalid for invalid items, Conflict for a name in use or too many templates. */
export function addTemplate(person: Person, form: InspectionTemplateForm): Promise<string> {
  return transaction(async () => {
    await lockTemplates()
    const others = await officeTemplates()
    if (others.length >= maxTemplates)
      throw new Conflict(
        phrase('There are already {count} templates, which is the limit.', { count: maxTemplates }),
      )
    assertNameIsFree(form.name, others)
    const groups = completed(form.groups, [])
    const [row] = await db()
      .insert(inspectionTemplates)
      .values({})
      .returning({ id: inspectionTemplates.id })
    if (!row) throw noTemplate()
    await db()
      .insert(inspectionTemplateVersions)
      .values({ templateId: row.id, version: 1, name: form.name, groups })
    await recordTemplateChange(person, undefined, await officeTemplate(row.id))
    return row.id
  })
}

/**
 * Changes a template; a new name or new items make a new version. Throws NotFound, Invalid for invalid items, Conflict for
 * an outdated version, a name in use and switching off the last active template.
 */
export async function changeTemplate(
  person: Person,
  id: string,
  { version, ...change }: InspectionTemplateChange & { version: number | undefined },
): Promise<void> {
  await transaction(async () => {
    await lockTemplates()
    const all = await officeTemplates()
    const before = all.find((one) => one.id === id)
    if (!before) throw noTemplate()
    if (isStale(version, before)) throw await changeConflict(id, before)
    const others = all.filter((one) => one.id !== id)
    const { isActive = before.isActive, name = before.name } = change
    if (!isActive && !others.some((one) => one.isActive)) throw lastOne()
    if (name !== before.name) assertNameIsFree(name, others)
    const groups = change.groups ? completed(change.groups, await earlierGroups(id)) : before.groups
    const isNewVersion = name !== before.name || !isDeepStrictEqual(groups, before.groups)
    if (!isNewVersion && isActive === before.isActive) return
    const next = before.version + (isNewVersion ? 1 : 0)
    if (isNewVersion)
      await db()
        .insert(inspectionTemplateVersions)
        .values({ templateId: id, version: next, name, groups })
    await db()
      .update(inspectionTemplates)
      .set({ version: next, isActive })
      .where(eq(inspectionTemplates.id, id))
    await recordTemplateChange(person, before, await officeTemplate(id))
  })
}

// Locks all templates, so that concurrent changes cannot switch off the last two or take the same name.
const lockTemplates = () =>
  db().execute(sql`select pg_advisory_xact_lock(hashtext('inspection-templates'))::text`)

const lastOne = () =>
  Conflict.at(
    'isActive',
    phrase(
      'This is the last template in use. To stop inspecting, switch inspections off in the settings.',
    ),
  )

function assertNameIsFree(name: string, others: readonly OfficeInspectionTemplate[]): void {
  if (!others.some((one) => one.name.toLowerCase() === name.toLowerCase())) return
  throw Conflict.at('name', phrase('Another template already has this name.'))
}

/** Items of all versions of a template. */
async function earlierGroups(templateId: string): Promise<InspectionGroup[]> {
  const rows = await db()
    .select({ groups: inspectionTemplateVersions.groups })
    .from(inspectionTemplateVersions)
    .where(eq(inspectionTemplateVersions.templateId, templateId))
    .orderBy(asc(inspectionTemplateVersions.version))
  return rows.flatMap(({ groups }) => groups)
}

/** The groups to store, with an id for each group and item. Throws Invalid. */
function completed(
  groups: InspectionTemplateForm['groups'],
  earlier: readonly InspectionGroup[],
): InspectionGroup[] {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  if (count > maxItems)
    throw Invalid.at('groups', phrase('A template has at most {count} items.', { count: maxItems }))
  const kinds = new Map<string, ItemKind>(itemsOf(earlier).map(({ id, kind }) => [id, kind]))
  const groupIds = new Set(earlier.map(({ id }) => id))
  const itemIds = new Set(kinds.keys())
  for (const { id, items } of groups) {
    if (id) groupIds.add(id)
    for (const item of items) if (item.id) itemIds.add(item.id)
  }
  const newId = (words: string, taken: Set<string>) => {
    const id = idFromWords(words, taken)
    taken.add(id)
    return id
  }
  const sent = new Set<string>()
  const unique = (id: string, kind: 'group' | 'item', path: string) => {
    const key = `${kind} ${id}`
    if (sent.has(key))
      throw Invalid.at(path, phrase('Two items or groups have the id “{id}”.', { id }))
    sent.add(key)
    return id
  }
  return groups.map((group, g) => ({
    id: unique(group.id ?? newId(group.title, groupIds), 'group', `groups.${g}.id`),
    title: group.title,
    items: group.items.map((item, i) => {
      const at = (field: string) => `groups.${g}.items.${i}.${field}`
      const id = unique(item.id ?? newId(item.label, itemIds), 'item', at('id'))
      const before = kinds.get(id)
      if (before && before !== item.kind)
        throw Invalid.at(
          at('kind'),
          phrase(
            '{item} was measured differently before, so its values could not be compared. Please add a new item.',
            { item: item.label },
          ),
        )
      const { watchAt, failAt } = limitsAsked(item, at)
      return {
        id,
        label: item.label,
        kind: item.kind,
        watchAt,
        failAt,
        watchAdvice: item.watchAdvice ?? '',
        failAdvice: item.failAdvice ?? '',
      }
    }),
  }))
}

type SentItem = InspectionTemplateForm['groups'][number]['items'][number]

function limitsAsked(
  { label, kind, watchAt = null, failAt = null }: SentItem,
  at: (field: string) => string,
) {
  const how = measureOf(kind)
  if (!how) return { watchAt: null, failAt: null }
  const { most, unit } = how
  for (const [field, value] of Object.entries({ watchAt, failAt }))
    if (value !== null && value > most)
      throw Invalid.at(
        at(field),
        phrase('{item}: please enter a value from 0 to {most} {unit}.', {
          item: label,
          most,
          unit,
        }),
      )
  const watch = watchAt ?? how.watchAt
  const fail = failAt ?? how.failAt
  if (watch !== undefined && fail !== undefined && fail > watch)
    throw Invalid.at(
      at('failAt'),
      phrase('{item}: the limit for “needs work” must be lower than the one for “to watch”.', {
        item: label,
      }),
    )
  return { watchAt, failAt }
}

async function recordTemplateChange(
  person: Person,
  before: OfficeInspectionTemplate | undefined,
  after: OfficeInspectionTemplate,
): Promise<void> {
  const basics = ({ name, isActive }: OfficeInspectionTemplate) => ({ name, isActive })
  const changes = [
    ...changesBetween(before ? basics(before) : { isActive: true }, basics(after)),
    ...itemChanges(before?.groups ?? [], after.groups),
  ]
  await recordChange(after.id, { by: person.id, changes })
  await happened({
    event: 'inspection_template_changed',
    by: person.id,
    data: {
      templateId: after.id,
      name: after.name,
      what: before ? 'changed' : 'added',
      changes,
    },
  })
}

/** The changed items, one per line, with limits and texts. */
function itemChanges(
  before: readonly InspectionGroup[],
  after: readonly InspectionGroup[],
): FieldChange[] {
  const [from, to] = [linesOf(before), linesOf(after)]
  const text = (lines: readonly string[], others: readonly string[]) =>
    lines.filter((line) => !others.includes(line)).join('\n') || null
  const change = { field: 'inspectionItems', from: text(from, to), to: text(to, from) } as const
  return change.from === change.to ? [] : [change]
}

const linesOf = (groups: readonly InspectionGroup[]) =>
  groups.flatMap(({ title, items }) =>
    items.map(({ label, watchAt, failAt, watchAdvice, failAdvice }) =>
      [
        `${title}: ${label}`,
        ...(watchAt === null ? [] : [`≤ ${watchAt}`]),
        ...(failAt === null ? [] : [`≤ ${failAt}`]),
        watchAdvice,
        failAdvice,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  )
