import { and, eq, inArray, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { products, servicePackages } from '#server/database/tables/catalog.ts'
import { approvals } from '#server/database/tables/approvals.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { inspections, inspectionTemplateVersions } from '#server/database/tables/inspections.ts'
import { offeredSeats, blockedSlots, closures } from '#server/database/tables/schedule.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { contactMessages, contactReplies } from '#server/database/tables/contact-messages.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { users } from '#server/database/tables/users.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { changeCoreSpots } from '#server/features/service-area/actions/change-core-spots.ts'
import { areaPlace, locateAddress } from '#server/features/service-area/queries.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { engineRows } from '#server/features/vehicles/queries/engines.ts'
import { addDays, dateRange, type LocalDate } from '#shared/rules/calendar.ts'
import { packagePartsSql } from '#server/features/catalog/queries.ts'
import type { PackagePart } from '#shared/rules/lines.ts'
import type { Location } from '#shared/rules/road.ts'
import { isServiceDay } from '#shared/rules/service-days.ts'
import { standardSlots } from '#shared/rules/slots.ts'
import { planAllMoney } from './choose-stories.ts'
import * as cast from './people.ts'
import { planEstimates } from './plan-estimates.ts'
import { planInspections } from './plan-inspections.ts'
import { planInbox } from './plan-inbox.ts'
import { type PlannedJob, planJobs, type Shelf } from './plan-jobs.ts'
import { type NewUser, type People, planPeople } from './plan-people.ts'
import { planReadings } from './plan-readings.ts'
import { planVisits } from './plan-visits.ts'
import { planNotifications, planReviews, planConversation } from './plan-messages.ts'
import { seededRandom } from './random.ts'
import { storeCounts } from './store-counts.ts'
import { putOnInvoice, storeFleet } from './store-fleet.ts'
import { storeMoney } from './store-money.ts'
import { storeOfficeRecords } from './store-office-records.ts'
import { storePlans } from './store-plans.ts'
import { storeOldList } from './store-old-list.ts'

/**
 * Fills a database without people with the demo: the same data in every run, relative to `today` (business-local). Returns
 * whether it did; reference data must exist.
 */
export async function seedDemo(today: LocalDate): Promise<boolean> {
  return transaction(async () => {
    // Of two processes starting together, one seeds and the other finds people.
    await queryRows({
      name: 'demo-lock',
      text: `select pg_advisory_xact_lock(hashtext('demo-seed'))::text`,
    })
    if ((await db().$count(users)) > 0) return false
    const random = seededRandom(5)
    const at = now()
    const engines = await engineRows()
    const people = planPeople(random, engines, at)
    const visits = planVisits(random, people, today, {
      serviceDays: currentSettings().serviceDays,
      places: await placesOfHouseholds(people),
    })
    const planned = planJobs(random, visits, {
      staff: people.staff,
      shelf: await shelf(),
      now: at,
    })
    const readings = planReadings(people, planned, today)
    await changeSettings({ slotCapacityMode: 'technicians' })
    await storePeople(people)
    const company = await storeFleet(people, at)
    const numbers = await storeJobs(planned)
    await putOnInvoice(company)
    await db().insert(odometerReadings).values(readings)
    await storeInspections(people, planned)
    const asked = planEstimates(planned)
    await db().insert(jobLines).values(asked.lines)
    await db().insert(approvals).values(asked.approvals)
    const adminId = people.staff.admin.id
    await storeOfficeRecords(people, today, at)
    await storeOldList(adminId, engines, at)
    await storeCounts(adminId, at)
    const money = planAllMoney(random, planned, at, company.accountId)
    await storeMoney(money, { numbers, adminId, now: at })
    await storePlans(people, planned, { today, now: at })
    await db()
      .insert(reviews)
      .values(planReviews(random, planned, people.main, at))
    await storeConversation(planned, people, at)
    const inbox = planInbox(random, people, planned, at)
    await db().insert(contactMessages).values(inbox.messages)
    await db().insert(contactReplies).values(inbox.replies)
    await blockSlot(today)
    await storePastSeats(today, people.staff.technicians.length)
    return true
  })
}

/** Whether the people in the database are the demo's rather than a real business's. */
export async function holdsDemo(): Promise<boolean> {
  return (await db().$count(users, inArray(users.email, Object.values(cast.mainEmails)))) > 0
}

async function shelf(): Promise<Shelf> {
  const parts = sql<PackagePart[]>`${sql.raw(packagePartsSql('service_packages.id'))}`
  const rows = await db()
    .select({ row: servicePackages, parts })
    .from(servicePackages)
    .where(eq(servicePackages.isActive, true))
    .orderBy(servicePackages.basePriceCents)
  const packages = rows.map((one) => ({ ...one.row, parts: one.parts }))
  const addons = await db()
    .select()
    .from(products)
    .where(and(eq(products.onSale, true), inArray(products.category, ['addon', 'service'])))
    .orderBy(products.sku)
  return { packages, addons }
}

async function storePeople({ staff, main, households }: People): Promise<void> {
  const everybody = [main, ...households]
  await db()
    .insert(users)
    .values([
      staff.admin,
      ...(await Promise.all(staff.technicians.map(atHome))),
      staff.waiting,
      ...everybody.map(({ user }) => user),
    ])
  await db()
    .insert(vehicles)
    .values(everybody.flatMap(({ cars }) => cars))
  await changeCoreSpots(() => db().insert(coreSpots).values(cast.coreSpots))
}

async function atHome(technician: NewUser): Promise<NewUser> {
  const { coordinates } = await locateAddress(technician.homeAddress ?? '')
  return {
    ...technician,
    homeLatitude: coordinates?.latitude,
    homeLongitude: coordinates?.longitude,
  }
}

/** Address → the center of its ZIP code. */
async function placesOfHouseholds({ main, households }: People): Promise<Map<string, Location>> {
  const found = [main, ...households].map(async ({ address }) => {
    const place = await areaPlace(address)
    if (!place) throw new Error(`The demo has an address without a ZIP code: ${address}`)
    return [address, place] as const
  })
  return new Map(await Promise.all(found))
}

/** With the center of its ZIP code, as in a booking. */
async function placed(job: PlannedJob['job']): Promise<PlannedJob['job']> {
  const { coordinates } = await locateAddress(job.serviceAddress)
  return { ...job, ...coordinates }
}

/** Job id → number assigned by the database. */
async function storeJobs(planned: readonly PlannedJob[]): Promise<Map<string, number>> {
  const stored = await db()
    .insert(jobs)
    .values(await Promise.all(planned.map(({ job }) => placed(job))))
    .returning({ id: jobs.id, number: jobs.number })
  await db()
    .insert(jobLines)
    .values(planned.flatMap(({ lines }) => lines))
  await db()
    .insert(jobEvents)
    .values(planned.flatMap(({ events }) => events))
  return new Map(stored.map(({ id, number }) => [id, number]))
}

async function storeInspections(people: People, planned: readonly PlannedJob[]): Promise<void> {
  const [template] = await db().select().from(inspectionTemplateVersions).limit(1)
  if (!template) return
  const { templateId, version: templateVersion, groups } = template
  const all = planInspections(people, planned, { templateId, templateVersion, groups })
  if (all.length > 0) await db().insert(inspections).values(all)
}

async function storeConversation(
  planned: readonly PlannedJob[],
  { staff }: People,
  at: Date,
): Promise<void> {
  const conversation = planConversation(planned, at)
  // On a closed day no technician is on the way.
  if (conversation.length > 0) await db().insert(conversationEntries).values(conversation)
  await db()
    .insert(notifications)
    .values(planNotifications(planned, staff, at))
}

/** The last slot of the second upcoming service day, for servicing the van. */
async function blockSlot(today: LocalDate): Promise<void> {
  const days = [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(today, ahead))
  const second = days.filter((date) => isServiceDay(date, currentSettings().serviceDays))[1]
  if (!second) return
  const slot = standardSlots.at(-1)
  if (!slot) return
  const reason = 'Service van at the workshop'
  await db().insert(blockedSlots).values({ serviceDate: second, slot, reason })
  await db()
    .insert(closures)
    .values({ fromDate: second, toDate: second, slots: [slot], reason })
}

/** For the past two weeks, in which all technicians worked. */
async function storePastSeats(today: LocalDate, technicians: number): Promise<void> {
  const { serviceDays } = currentSettings()
  const past = dateRange(addDays(today, -14), addDays(today, -1))
  await db()
    .insert(offeredSeats)
    .values(
      past.flatMap((serviceDate) =>
        standardSlots.map((slot) => ({
          serviceDate,
          slot,
          seats: isServiceDay(serviceDate, serviceDays) ? technicians : 0,
        })),
      ),
    )
}
