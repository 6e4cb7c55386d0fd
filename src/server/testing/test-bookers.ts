// Customers of the open database who book over HTTP at any process.
import { closeDatabase, openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrator.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { slotLabels } from '#shared/rules/test-slots.ts'
import { callAt } from './test-process.ts'

export type Booker = { token: string; vehicleId: string }

export async function makeBooker(): Promise<Booker> {
  const { id } = await makeUser()
  return { token: await startSession(id), vehicleId: (await makeVehicle(id)).id }
}

/** Creates an embedded database in a folder, of a business that takes any number of bookings, with a customer. */
export async function makeBusinessIn(dataDir: string): Promise<Booker> {
  await dropTestDatabase()
  await openDatabase({ dataDir })
  await migrate()
  await makePackage({ basePriceCents: 100 })
  await changeSettings({ maxVisitsWithoutCard: 0, maxVisitsPerVehiclePerDay: 0 })
  const booker = await makeBooker()
  await closeDatabase()
  return booker
}

type Day = { date: string; open: boolean; slots: { timeSlot: string; status: string }[] }

export async function openDays(url: string): Promise<Day[]> {
  const { body } = await callAt(url, 'GET /api/availability')
  return body.filter((day: Day) => day.open)
}

export const book = (url: string, { token, vehicleId }: Booker, date: string, slot: number) =>
  callAt(url, 'POST /api/jobs', { token, body: visit(vehicleId, date, slot) })

export const visit = (vehicleId: string, date: string, slot: number) => ({
  vehicleId,
  scheduledDate: date,
  scheduledTime: slotLabels[slot],
  serviceAddress: '12 Elm Street, Austin, TX 78701',
})
