import { and, eq, ne, sql } from 'drizzle-orm'
import { afterCommit, db, notify, transaction } from '#server/database/database.ts'
import { type EngineFacts, engines } from '#server/database/tables/vehicles.ts'
import { happened } from '#server/events/happened.ts'
import { recordChange } from '#server/features/catalog/actions/record-catalog-change.ts'
import { changeConflict } from '#server/features/catalog/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import type { EngineChange, EngineForm } from '#shared/contract/engines.ts'
import type { EngineWork } from '#shared/contract/jobs.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import {
  invalidateEngines,
  readYears,
  yearsText,
  noEngine,
  type StoredEngine,
  toEngine,
} from '../queries/engines.ts'
import { updateOilDataTask } from '../tasks.ts'

/** Adds an engine; returns its id. Throws Conflict at `engine` if it is already listed for some of these years. */
export function addEngine(person: Person, form: EngineForm): Promise<string> {
  return transaction(async () => {
    const { work, ...own } = workIn(form)
    const { yearFrom, yearTo, viscosity = '', ...rest } = own
    const facts: EngineFacts = {
      ...rest,
      viscosity,
      years: yearsText({ yearFrom, yearTo }),
      confidence: 'high',
    }
    await assertNew(facts)
    const [row] = await db()
      .insert(engines)
      .values({ ...facts, ...work, isOwn: true })
      .returning({ id: engines.id })
    if (!row) throw noEngine()
    await changed(person, row.id, { what: 'added', after: { ...facts, ...work } })
    await updateCars([facts.make])
    return row.id
  })
}

type Change = EngineChange & { version: number | undefined }

/**
 * Corrects the given fields, keeping the original data. Throws NotFound, Conflict for an outdated version, and at `engine`
 * if it is already listed for some of these years.
 */
export async function changeEngine(person: Person, id: string, change: Change): Promise<void> {
  await changeEngines(person, [{ ...change, id }])
}

/** Saves several engines; throws the first refusal, and then changes none. */
export async function changeEngines(
  person: Person,
  changes: readonly (Change & { id: string })[],
): Promise<void> {
  await transaction(async () => {
    const makes: string[] = []
    for (const { id, ...change } of changes) makes.push(...(await applyChange(person, id, change)))
    await updateCars(makes)
  })
}

/** Returns the makes whose cars may be affected. */
async function applyChange(person: Person, id: string, change: Change): Promise<string[]> {
  const { version, yearFrom, yearTo, work, ...rest } = workIn(change)
  return transaction(async () => {
    const row = await lockEngine(id, version)
    const before = factsOf(row)
    const known = readYears(row.years)
    const years = yearsText({
      yearFrom: yearFrom ?? known.yearFrom,
      yearTo: yearTo ?? known.yearTo,
    })
    if (readYears(years).yearFrom > readYears(years).yearTo) throw inOtherOrder()
    // The original data's source does not apply to the office's values.
    const source = row.isOwn || row.original ? before.source : ''
    const after: EngineFacts = { ...before, source, ...rest, years, confidence: 'high' }
    const knownWork = workOf(row)
    const isCorrected = differ(recorded(before), recorded({ ...after, source: before.source }))
    if (!isCorrected && !differ(knownWork, { ...knownWork, ...work })) return []
    if (isCorrected) {
      if (after.source === '') throw sourceMissing()
      await assertNew(after, id)
    }
    const facts = isCorrected ? after : before
    const original = row.original ?? (row.isOwn || !isCorrected ? null : before)
    await store(id, { ...facts, ...work }, original)
    await changed(person, id, {
      what: 'changed',
      before: { ...before, ...knownWork },
      after: { ...facts, ...knownWork, ...work },
    })
    return [before.make, facts.make]
  })
}

/** Restores an engine's original data. Throws NotFound, Conflict for an uncorrected engine or an outdated version. */
export async function undoEngine(person: Person, id: string, version?: number): Promise<void> {
  await transaction(async () => {
    const row = await lockEngine(id, version)
    const { original } = row
    if (!original)
      throw new Conflict(phrase('This engine was not corrected, or that was already undone.'))
    await store(id, original, null)
    await changed(person, id, { what: 'changed', before: factsOf(row), after: original })
    await updateCars([row.make, original.make])
  })
}

/** Deletes an engine that the office added. Throws NotFound, Conflict for any other, or an outdated version. */
export async function deleteEngine(person: Person, id: string, version?: number): Promise<void> {
  await transaction(async () => {
    const row = await lockEngine(id, version)
    if (!row.isOwn)
      throw new Conflict(
        phrase('This engine is built in. Please correct it instead of deleting it.'),
      )
    await db().delete(engines).where(eq(engines.id, id))
    await changed(person, id, { what: 'deleted', before: factsOf(row) })
    await updateCars([row.make])
  })
}

/** Throws NotFound, and Conflict for an outdated version. */
async function lockEngine(id: string, version: number | undefined): Promise<StoredEngine> {
  const [row] = await db().select().from(engines).where(eq(engines.id, id)).for('update')
  if (!row) throw noEngine()
  if (isStale(version, row)) throw await changeConflict(id, toEngine(row))
  return row
}

const store = (
  id: string,
  facts: EngineFacts & Partial<EngineWork>,
  original: EngineFacts | null,
) =>
  db()
    .update(engines)
    .set({ ...facts, original, version: sql`${engines.version} + 1` })
    .where(eq(engines.id, id))

type Known = EngineFacts & Partial<EngineWork>
type What = { what: 'added' | 'changed' | 'deleted'; before?: Known; after?: Known }

/** Records the change and makes every process reload the table. */
async function changed(person: Person, id: string, { what, before, after }: What) {
  const known = [before, after].filter((facts) => facts !== undefined)
  const changes = after
    ? changesBetween(before ? recorded(before) : {}, recorded(after))
    : changesBetween({ engine: before?.engine }, { engine: null })
  await recordChange(id, { by: person.id, changes })
  await notify('engines', id)
  // Not only on the notification, so that the next request of this person gets the new table.
  afterCommit(invalidateEngines)
  await happened({
    event: 'engines_changed',
    by: person.id,
    data: { engineId: id, name: known.map(nameOf).at(-1) ?? '', what, changes },
  })
}

/** Queues updating saved cars of these makes. */
async function updateCars(makes: readonly string[]): Promise<void> {
  if (makes.length > 0) await enqueue(updateOilDataTask, { makes: [...new Set(makes)] })
}

async function assertNew(facts: EngineFacts, id?: string): Promise<void> {
  const same = await db()
    .select({ years: engines.years })
    .from(engines)
    .where(
      and(
        sql`lower(${engines.make}) = lower(${facts.make})`,
        sql`lower(${engines.model}) = lower(${facts.model})`,
        sql`lower(${engines.engine}) = lower(${facts.engine})`,
        id ? ne(engines.id, id) : undefined,
      ),
    )
  const own = readYears(facts.years)
  const there = same.find(({ years }) => {
    const { yearFrom, yearTo } = readYears(years)
    return yearFrom <= own.yearTo && own.yearFrom <= yearTo
  })
  if (!there) return
  throw Conflict.at(
    'engine',
    phrase('This engine is already in the table, for {years}. Please correct it there.', {
      years: there.years,
    }),
  )
}

const sourceMissing = () =>
  Invalid.at('source', phrase('Please enter where you read it, for example the owner’s manual'))

const inOtherOrder = () => Conflict.at('yearTo', phrase('The last year is before the first'))

const nameOf = ({ make, model, engine, years }: EngineFacts) =>
  `${make} ${model} ${engine}, ${years}`

const factsOf = ({
  id: _id,
  isOwn: _own,
  original: _original,
  version: _version,
  ...facts
}: StoredEngine): EngineFacts => {
  const { work: _work, ...oil } = workIn(facts)
  return oil
}

const workOf = (row: StoredEngine): Partial<EngineWork> => workIn(row).work

/** The given facts, with those for work separate. */
function workIn<Facts extends Partial<EngineWork>>(facts: Facts) {
  const { filters, drainPlugTorque, drainPlugWasher, oilReset, ...rest } = facts
  const given = Object.entries({ filters, drainPlugTorque, drainPlugWasher, oilReset })
  const work: Partial<EngineWork> = Object.fromEntries(
    given.filter(([, value]) => value !== undefined),
  )
  return { ...rest, work }
}

/** The facts shown in its history. */
const recorded = ({ confidence: _confidence, ...facts }: Known) => facts

const differ = (before: Parameters<typeof changesBetween>[0], after: typeof before): boolean =>
  changesBetween(before, after).length > 0
