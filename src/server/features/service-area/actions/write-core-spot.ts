import { eq, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRows } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { happened } from '#server/events/happened.ts'
import { recordChange } from '#server/features/changes/actions/record-change.ts'
import { lastChangeOf } from '#server/features/changes/queries.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
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
import { changesAfter, type RateChange } from '#shared/rules/dated-values.ts'
import { phrase } from '#shared/texts/t.ts'
import { storedCoreSpots } from '../queries.ts'
import { centersIn } from '../zip-codes.ts'
import { changeCoreSpots } from './change-core-spots.ts'

type SpotRow = typeof coreSpots.$inferSelect

/**
 * Adds a core spot; returns its id. Throws Invalid at the field for a center with no ZIP code within a hundred miles, and
 * for the name or exact center of another spot.
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

/** Changes the given fields of a core spot. Throws NotFound, Invalid as above, and Conflict when `version` has changed. */
export async function editCoreSpot(
  by: string,
  id: string,
  change: CoreSpotChange,
  version?: number,
): Promise<void> {
  await changeCoreSpots(async () => {
    const row = await loadSpot(id)
    if (isStale(version, row)) throw await changeConflict(row)
    await assertOnlySpot(otherIn(row, change), id)
    // A rate that holds now ends the earlier ones; later ones stay.
    const rates = change.taxRateBp !== undefined && {
      taxRateChanges: changesAfter(row.taxRateChanges, businessToday()),
    }
    await applySpotChange(by, row, { ...change, ...rates })
  })
}

/** Removes a core spot; booked visits stay. Throws NotFound, and Conflict as above. */
export async function removeCoreSpot(by: string, id: string, version?: number): Promise<void> {
  await changeCoreSpots(async () => {
    const row = await loadSpot(id)
    if (isStale(version, row)) throw await changeConflict(row)
    await db().delete(coreSpots).where(eq(coreSpots.id, id))
    await record(by, id, { before: valuesOf(row), after: null })
  })
}

type SpotUndo = {
  id: string
  spotId: string
  before: ChangedValues | null
  after: ChangedValues | null
}

/** Undoes a change of a core spot. Throws Conflict when it has changed since, or another spot now has its name or center. */
export async function undoSpotChange(
  by: string,
  { id: undoes, spotId, before, after }: SpotUndo,
): Promise<void> {
  await changeCoreSpots(async () => {
    const row = await findSpot(spotId)
    if (!stillAs(after, row))
      throw new Conflict(phrase('This has changed again since, so it cannot be undone.'))
    const back = before && (row ? otherIn(row, before) : before)
    const rival = back && (await findRival(back, spotId))
    if (rival) throw rivalConflict(rival)
    if (!before) await db().delete(coreSpots).where(eq(coreSpots.id, spotId))
    else if (!row)
      await db()
        .insert(coreSpots)
        .values({ ...(before as unknown as CoreSpotForm), id: spotId })
    else return applySpotChange(by, row, before, undoes)
    const is = before && { before: null, after: before }
    const was = { before: row ? valuesOf(row) : null, after: null }
    await record(by, spotId, { undoes, ...(is ?? was) })
  })
}

type SpotColumns = CoreSpotChange & { taxRateChanges?: RateChange[] }

/** Changes a locked core spot and records what changed. */
export async function applySpotChange(
  by: string,
  row: SpotRow,
  change: SpotColumns,
  undoes?: string,
): Promise<void> {
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

/** Records what changed, for the settings history and the log. */
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
  const { name, address, latitude, longitude, radiusMiles, isActive, taxRateBp, taxRateChanges } =
    row
  return { name, address, latitude, longitude, radiusMiles, isActive, taxRateBp, taxRateChanges }
}

async function findSpot(id: string): Promise<SpotRow | undefined> {
  const [row] = await db().select().from(coreSpots).where(eq(coreSpots.id, id)).for('update')
  return row
}

export async function loadSpot(id: string): Promise<SpotRow> {
  const row = await findSpot(id)
  if (!row) throw new NotFound(phrase('This core spot was removed in the meantime.'))
  return row
}

/** Rejects valid coordinates in the middle of nowhere, such as swapped latitude and longitude. */
async function assertInhabited(place: Coordinates): Promise<void> {
  const centers = await centersIn(boxAround(place, remoteMiles))
  if (centers.some((center) => milesBetween(center, place) <= remoteMiles)) return
  throw Invalid.at(
    'latitude',
    phrase('There is no ZIP code within 100 miles of here. Please check latitude and longitude.'),
  )
}

/** Rejects duplicates, as from a double click or two people. */
async function assertOnlySpot(wanted: Partial<CoreSpotForm>, id?: string): Promise<void> {
  const rival = await findRival(wanted, id)
  if (!rival) return
  const { field, name } = rival
  const message =
    field === 'name'
      ? phrase('There is already a core spot with this name.')
      : phrase('The core spot {name} already has exactly this center.', { name })
  throw Invalid.at(field, message)
}

/** The changed name and center; a center is both of its numbers. */
function otherIn(row: SpotRow, change: CoreSpotChange): Partial<CoreSpotForm> {
  const { name, latitude, longitude } = { ...row, ...change }
  const isRelocated = latitude !== row.latitude || longitude !== row.longitude
  return { ...(name !== row.name && { name }), ...(isRelocated && { latitude, longitude }) }
}

type Rival = { field: 'name' | 'latitude'; name: string }

/** Another spot with this name or exact center; locks out additions until the transaction ends. */
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

const rivalConflict = ({ field, name }: Rival) =>
  new Conflict(
    field === 'name'
      ? phrase(
          'There is now another core spot {name}. Rename or delete that one first, then undo this.',
          { name },
        )
      : phrase(
          'The core spot {name} now has exactly this center. Move or delete that one first, then undo this.',
          { name },
        ),
  )

const turn = {
  name: 'one-core-spot-at-a-time',
  text: `select pg_advisory_xact_lock(hashtext('core_spots'))::text`,
}

export async function changeConflict(row: SpotRow) {
  const last = await lastChangeOf('core_spot', row.id)
  const by = last?.by ?? ''
  const details = { reason: 'changed', by, now: { ...valuesOf(row), version: row.version } }
  if (!last?.before || !last.after || !by) return new Conflict(undefined, details)
  return new Conflict(
    phrase('{name} has changed this in the meantime: {what}. Please check it again.', {
      name: by,
      what: spotChangeInWords(last.before, last.after),
    }),
    details,
  )
}
