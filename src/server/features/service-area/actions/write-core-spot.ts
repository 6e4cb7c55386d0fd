import { eq, sql } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { happened } from '#server/events/happened.ts'
import { recordChange } from '#server/features/changes/actions/record-change.ts'
import { lastChangeOf } from '#server/features/changes/queries.ts'
import { atField, Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import { spotChangeInWords } from '#shared/contract/describe-core-spot.ts'
import type { CoreSpotChange, CoreSpotForm } from '#shared/contract/core-spots.ts'
import {
  boxAround,
  type Coordinates,
  milesBetween,
  remoteMiles,
} from '#shared/rules/service-area.ts'
import { type ChangedValues, differenceOf, stillAs } from '#shared/rules/setting-changes.ts'
import { phrase } from '#shared/texts/t.ts'
import { storedCoreSpots } from '../queries.ts'
import { centersIn } from '../zip-centers.ts'
import { changeCoreSpots } from './change-core-spots.ts'

type SpotRow = typeof coreSpots.$inferSelect

/**
 * Adds a core spot; answers its id. Throws Invalid, at the field, where nobody lives within a hundred miles, and for the
 * name or the very center of another.
 */
export async function addCoreSpot(by: string, form: CoreSpotForm): Promise<string> {
  await assertInhabited(form)
  return changeCoreSpots(async () => {
    await assertOnlySpot(form)
    const [row] = await db().insert(coreSpots).values(form).returning()
    if (!row) throw new Error('An insert answers its row')
    await record(by, row.id, { before: null, after: valuesOf(row) })
    return row.id
  })
}

/**
 * Changes what is given of a core spot. Throws NotFound, Invalid as above, and Conflict when somebody has changed the
 * `version` that was asked for.
 */
export async function editCoreSpot(
  by: string,
  id: string,
  change: CoreSpotChange,
  version?: number,
): Promise<void> {
  await changeCoreSpots(async () => {
    const row = await loadSpot(id)
    if (isStale(version, row)) throw await changedMeanwhile(row)
    await assertOnlySpot(otherIn(row, change), id)
    await applyChange(by, row, change)
  })
}

/** Removes a core spot; visits that are booked stay. Throws NotFound, and Conflict as above. */
export async function removeCoreSpot(by: string, id: string, version?: number): Promise<void> {
  await changeCoreSpots(async () => {
    const row = await loadSpot(id)
    if (isStale(version, row)) throw await changedMeanwhile(row)
    await db().delete(coreSpots).where(eq(coreSpots.id, id))
    await record(by, id, { before: valuesOf(row), after: null })
  })
}

export type SpotUndo = {
  id: string
  spotId: string
  before: ChangedValues | null
  after: ChangedValues | null
}

/** Takes a change of a core spot back. Throws Conflict when it was changed since, or another has its name or center by now. */
export async function undoSpotChange(
  by: string,
  { id: undoes, spotId, before, after }: SpotUndo,
): Promise<void> {
  await changeCoreSpots(async () => {
    const row = await findSpot(spotId)
    if (!stillAs(after, row))
      throw new Conflict(phrase('This was changed again since, so it cannot be taken back.'))
    const back = before && (row ? otherIn(row, before) : before)
    const rival = back && (await findRival(back, spotId))
    if (rival) throw comeMeanwhile(rival)
    if (!before) await db().delete(coreSpots).where(eq(coreSpots.id, spotId))
    else if (!row)
      await db()
        .insert(coreSpots)
        .values({ ...(before as unknown as CoreSpotForm), id: spotId })
    else return applyChange(by, row, before, undoes)
    const is = before && { before: null, after: before }
    const was = { before: row ? valuesOf(row) : null, after: null }
    await record(by, spotId, { undoes, ...(is ?? was) })
  })
}

async function applyChange(by: string, row: SpotRow, change: CoreSpotChange, undoes?: string) {
  await assertInhabited({ ...row, ...change })
  const difference = differenceOf(valuesOf(row), change)
  if (!difference) return
  await db()
    .update(coreSpots)
    .set({ ...difference.after, version: sql`${coreSpots.version} + 1` })
    .where(eq(coreSpots.id, row.id))
  const named = { before: { name: row.name }, after: { name: change.name ?? row.name } }
  await record(by, row.id, {
    before: { ...named.before, ...difference.before },
    after: { ...named.after, ...difference.after },
    ...(undoes && { undoes }),
  })
}

type SpotChange = { before: ChangedValues | null; after: ChangedValues | null; undoes?: string }

/** Writes down what is another now, for the history of settings and for the log. */
async function record(by: string, subjectId: string, { before, after, undoes }: SpotChange) {
  await recordChange(by, {
    subject: 'core_spot',
    subjectId,
    before,
    after,
    ...(undoes && { undoes }),
  })
  await happened({
    event: 'service_area_changed',
    by,
    data: {
      name: String((after ?? before)?.name),
      what: before && after ? 'changed' : after ? 'added' : 'deleted',
      ...(before && after && { before, after }),
    },
  })
}

const valuesOf = (row: SpotRow) => {
  const { name, address, latitude, longitude, radiusMiles, isActive, taxRateBp } = row
  return { name, address, latitude, longitude, radiusMiles, isActive, taxRateBp }
}

async function findSpot(id: string): Promise<SpotRow | undefined> {
  const [row] = await db().select().from(coreSpots).where(eq(coreSpots.id, id)).for('update')
  return row
}

async function loadSpot(id: string): Promise<SpotRow> {
  const row = await findSpot(id)
  if (!row) throw new NotFound(phrase('Somebody has removed this core spot meanwhile.'))
  return row
}

/** Coordinates that are valid and yet nowhere, such as latitude and longitude the other way round. */
async function assertInhabited(place: Coordinates): Promise<void> {
  const centers = await centersIn(boxAround(place, remoteMiles))
  if (centers.some((center) => milesBetween(center, place) <= remoteMiles)) return
  const said = phrase(
    'There is no ZIP code within 100 miles of here. Please check latitude and longitude.',
  )
  throw new Invalid(said, atField('latitude', said))
}

/** The same one once more, as two presses of a button or two people would make it. */
async function assertOnlySpot(wanted: Partial<CoreSpotForm>, id?: string): Promise<void> {
  const rival = await findRival(wanted, id)
  if (!rival) return
  const { field, name } = rival
  const said =
    field === 'name'
      ? phrase('There is a core spot with this name already.')
      : phrase('The core spot {name} has this very center already.', { name })
  throw new Invalid(said, atField(field, said))
}

/** What of name and center a change makes another; a center is both of its numbers. */
function otherIn(row: SpotRow, change: CoreSpotChange): Partial<CoreSpotForm> {
  const { name, latitude, longitude } = { ...row, ...change }
  const isMoved = latitude !== row.latitude || longitude !== row.longitude
  return { ...(name !== row.name && { name }), ...(isMoved && { latitude, longitude }) }
}

type Rival = { field: 'name' | 'latitude'; name: string }

/** Another spot with this name, or else this very center; nobody adds one until the transaction ends. */
async function findRival(wanted: Partial<CoreSpotForm>, id?: string): Promise<Rival | undefined> {
  await queryRows(turn)
  const bare = (name: string) => name.trim().toLowerCase()
  const others = (await storedCoreSpots()).filter((spot) => spot.id !== id)
  const namesake =
    wanted.name !== undefined && others.find(({ name }) => bare(name) === bare(wanted.name ?? ''))
  if (namesake) return { field: 'name', name: namesake.name }
  const there = others.find(
    ({ latitude, longitude }) => latitude === wanted.latitude && longitude === wanted.longitude,
  )
  return there && { field: 'latitude', name: there.name }
}

const comeMeanwhile = ({ field, name }: Rival) =>
  new Conflict(
    field === 'name'
      ? phrase(
          'There is a core spot {name} by now. Rename or delete that one first, then take this back.',
          { name },
        )
      : phrase(
          'The core spot {name} has this very center by now. Move or delete that one first, then take this back.',
          { name },
        ),
  )

const turn = {
  name: 'one-core-spot-at-a-time',
  text: `select pg_advisory_xact_lock(hashtext('core_spots'))::text`,
}

async function changedMeanwhile(row: SpotRow) {
  const last = await lastChangeOf('core_spot', row.id)
  const by = last?.by ?? ''
  const details = { reason: 'changed', by, now: { ...valuesOf(row), version: row.version } }
  if (!last?.before || !last.after || !by) return new Conflict(undefined, details)
  return new Conflict(
    phrase('{name} has changed this meanwhile: {what}. Please look at it once more.', {
      name: by,
      what: spotChangeInWords(last.before, last.after),
    }),
    details,
  )
}
