import { businessToday } from '#server/base/business-time.ts'
import { eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { changeEmailForPerson } from '#server/features/accounts/actions/change-email.ts'
import { findHouse, locateAddress } from '#server/features/service-area/queries.ts'
import { AppError, Invalid } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import type { TechnicianChange } from '#shared/contract/technicians.ts'
import type { Person } from '#shared/rules/roles.ts'
import { differenceOf } from '#shared/rules/setting-changes.ts'
import type { TechnicianField } from '#shared/rules/technicians.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { changeConflict } from '../queries.ts'
import { daysAhead, fetchDrivesSoon } from '#server/reads/fetch-drives.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { isTaken } from './add-technician.ts'
import { lockTechnician } from './lock-technician.ts'

/** With the phone number in its stored form. */
type Change = TechnicianChange & { version: number | undefined }

/**
 * Changes the given fields if `version` is still current; assigned visits stay assigned. Throws NotFound, Invalid at
 * `homeAddress` for an address that does not exist, Conflict when the technician was changed or deactivated in the meantime,
 * or the e-mail belongs to someone else.
 */
export async function changeTechnician(person: Person, id: string, change: Change): Promise<void> {
  const { version, homeAddress, email, ...details } = change
  const home = homeAddress === undefined ? undefined : await locateHome(homeAddress)
  try {
    await transaction(async () => {
      const before = await lockTechnician(id)
      if (isStale(version, before)) throw await changeConflict(before)
      await db()
        .update(users)
        .set({
          ...details,
          ...(home && {
            homeAddress: home.address,
            homeLatitude: home.coordinates?.latitude ?? null,
            homeLongitude: home.coordinates?.longitude ?? null,
          }),
          version: sql`${users.version} + 1`,
          changedBy: person.id,
        })
        .where(eq(users.id, id))
      if (email && email !== before.email) await changeEmailForPerson(before, email, person.id)
      const fields = changedFields(before, { ...details, email, homeAddress: home?.address })
      const works = change.skills !== undefined || change.workingHours !== undefined
      await happened({
        event: 'technician_changed',
        by: person.id,
        personId: id,
        data: { technicianId: id, works, fields },
      })
      fetchDrivesSoon(home?.coordinates, daysAhead())
      slotsChanged(businessToday())
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw await isTaken(email ?? '')
    throw error
  }
}

type Technician = Awaited<ReturnType<typeof lockTechnician>>
type Given = { [F in Exclude<TechnicianField, 'photo'>]?: Technician[F] | undefined }

const changedFields = (before: Technician, given: Given) =>
  Object.keys(differenceOf<Given>(before, given)?.after ?? {}) as TechnicianField[]

type Home = { address: string; coordinates: Coordinates | undefined }

/** Locates the house if the map knows it, else the ZIP code. */
async function locateHome(line: string): Promise<Home> {
  if (!line) return { address: '', coordinates: undefined }
  const { serviceAddress: address, coordinates } = await locateAddress(line).catch((error) => {
    throw error instanceof AppError ? Invalid.at('homeAddress', error.untranslated) : error
  })
  const house = await findHouse(address).catch(() => undefined)
  return { address, coordinates: house ?? coordinates }
}
