// Fills a new database for the measurements, through the product's own code.
import { businessToday } from '#server/base/business-time.ts'
import { closeDatabase, openDatabase, queryRows } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { migrate } from '#server/database/migrator.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { hashToken } from '#server/base/tokens.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { packagesOnSale } from '#server/features/catalog/queries.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { standardSlots } from '#shared/rules/slots.ts'
import { answerMessages } from './child.ts'
import { runUnhurried } from './bulk.ts'
import { fillRecentDays, fillWithJobs, type History } from './many-jobs.ts'
import { bookedDays, type Customer, roadZips, seatsOfSlot } from './requests.ts'

export type Place = { DATA_DIR: string; DATABASE_URL?: string }

export type Prepared = {
  /** Each with one vehicle and no job. */
  customers: Customer[]
  /** Cookies of customers with 20 jobs each. */
  readers: string[]
  admin: string
  /** A technician who did a fortieth of all visits, and one of their customers. */
  technician: string
  customer: string
  /** From this date on every place is free. */
  firstDate: string
}

const clients = 8
const jobsOfReader = 20

answerMessages(async ({ place, history }: { place: Place; history: History }) => {
  await openDatabase({ url: place.DATABASE_URL, dataDir: place.DATA_DIR })
  await migrate()
  await loadReferenceData()
  // Open every day and without booking limits, so that every booking finds its own place.
  await changeSettings({
    serviceDays: [1, 2, 3, 4, 5, 6, 7],
    ...(history.records ? {} : { horizonDays: bookedDays + 7, slotCapacity: seatsOfSlot }),
    slotCapacityMode: history.road?.decides ? 'technicians' : 'number',
    maxVisitsWithoutCard: 0,
    maxVisitsPerVehiclePerDay: 0,
    maxCancellationsPerDay: 0,
    maxMovesPerDay: 0,
  })
  const people = await makePeople()
  await fillWithJobs(place.DATABASE_URL, history)
  const prepared: Prepared = { ...people, ...(await peopleOfHistory()) }
  if (history.recentDays) await fillRecentDays()
  if (history.road) await fillRoad(prepared, history.road)
  // Both engines vacuum on their own sooner or later; it must not happen during a measurement.
  await runUnhurried(place.DATABASE_URL, 'vacuum (analyze)')
  await runUnhurried(place.DATABASE_URL, 'checkpoint')
  await closeDatabase()
  return prepared
})

async function makePeople() {
  const [offer] = await packagesOnSale()
  if (!offer) throw new Error('Nothing is on sale')
  const technician = await makeUser({ role: 'technician' })
  const customers: Customer[] = []
  const readers: string[] = []
  for (let client = 0; client < clients; client++) {
    const [booker, reader] = [await makeUser(), await makeUser()]
    const vehicleIds: string[] = []
    for (let seat = 0; seat < seatsOfSlot; seat++)
      vehicleIds.push((await makeVehicle(booker.id, { oilType: offer.oilType })).id)
    const token = await startSession(booker.id)
    customers.push({
      cookie: `fq_session=${token}`,
      tokenHash: hashToken(token),
      customerId: booker.id,
      vehicleIds,
      packageId: offer.id,
    })
    readers.push(await sessionCookie(reader.id))
    const { id: vehicleId } = await makeVehicle(reader.id)
    for (let n = 0; n < jobsOfReader; n++)
      await makeJob({
        customerId: reader.id,
        vehicleId,
        servicePackageId: offer.id,
        technicianId: technician.id,
        serviceDate: addDays('2020-01-01', client * jobsOfReader + n),
        status: 'completed',
        packageCents: 12_999,
      })
  }
  const admin = await makeUser({ role: 'admin' })
  return {
    customers,
    readers,
    admin: await sessionCookie(admin.id),
    firstDate: addDays(businessToday(), 7),
  }
}

/** The people to drive, and a fortnight in which one of them has nothing to do if it has `visits`. */
async function fillRoad(
  { customers, firstDate }: Prepared,
  { visits }: NonNullable<History['road']>,
) {
  const [customer] = customers
  for (let n = 0; n < seatsOfSlot; n++) {
    const { id: technicianId } = await makeUser({ role: 'technician' })
    if (!customer || !visits || n === 0) continue
    const zip = roadZips[n % roadZips.length]
    for (let day = 0; day < 14; day++)
      for (const slot of standardSlots)
        await makeJob({
          customerId: customer.customerId,
          servicePackageId: customer.packageId,
          technicianId,
          status: 'assigned',
          serviceDate: addDays(firstDate, day),
          slot,
          seat: n + 1,
          serviceAddress: `${n} Main Street, Austin, TX ${zip}`,
        })
  }
}

async function peopleOfHistory() {
  const [first] = await queryRows<{ technician: string; customer: string }>({
    name: 'bench-people',
    text: `select w.id as technician, j.customer_id as customer
      from users w join jobs j on j.technician_id = w.id
      where w.role = 'technician' and w.last_name = 'Number 7'
      order by j.service_date, j.slot limit 1`,
  })
  if (!first) throw new Error('There is no technician')
  return {
    technician: await sessionCookie(first.technician),
    customer: await sessionCookie(first.customer),
  }
}

const sessionCookie = async (userId: string) => `fq_session=${await startSession(userId)}`
