import type { EventName } from '#shared/rules/events.ts'
import type { products, servicePackages } from '#server/database/tables/catalog.ts'
import type { jobLines } from '#server/database/tables/job-lines.ts'
import type { jobEvents } from '#server/database/tables/events.ts'
import type { jobs } from '#server/database/tables/jobs.ts'
import { checklistIds } from '#shared/rules/checklist.ts'
import { extraTypes, type ExtraType, kindOfExtra } from '#shared/rules/extras.ts'
import { bookedLines, lineProductOf, type PackagePart } from '#shared/rules/lines.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import type { Visit } from './board.ts'
import { demoBusiness } from './business.ts'
import type { Staff } from './plan-people.ts'
import type { Random } from './random.ts'
import { customerWords, technicianNotes } from './sample-texts.ts'
import { slotStart } from '#server/base/business-time.ts'

const { cancelFeeCents, cancelFeeWithinHours, notDoneFeeCents } = {
  ...defaultSettings,
  ...demoBusiness,
}
const fees = { cancelFeeCents, cancelFeeWithinHours, notDoneFeeCents }

export type Shelf = {
  packages: (typeof servicePackages.$inferSelect & { parts: PackagePart[] })[]
  /** Add-ons on sale. */
  addons: (typeof products.$inferSelect)[]
}

type NewJob = typeof jobs.$inferInsert & {
  id: string
  packageCents: number
  addonsCents: number
  extrasCents: number
  taxableCents: number
  taxRateBp: number | null
}
/** The rows of one visit, without its money. */
export type PlannedJob = {
  visit: Visit
  times: VisitTimes
  job: NewJob
  lines: (typeof jobLines.$inferInsert)[]
  events: (typeof jobEvents.$inferInsert)[]
}

/** The visits as rows, in order of booking. */
export function planJobs(
  random: Random,
  visits: readonly Visit[],
  { staff, shelf, now }: { staff: Staff; shelf: Shelf; now: Date },
): PlannedJob[] {
  return visits
    .map((visit) => planJob(random, visit, timesOf(random, visit, now), staff, shelf))
    .toSorted((one, other) => one.times.bookedAt.getTime() - other.times.bookedAt.getTime())
}

function planJob(
  random: Random,
  visit: Visit,
  times: VisitTimes,
  staff: Staff,
  shelf: Shelf,
): PlannedJob {
  const { household, car, status } = visit
  const id = random.uuid()
  const done = status === 'completed'
  const oilPackage = shelf.packages.find(({ oilType }) => oilType === car.recommendedServiceLevel)
  if (!oilPackage) throw new Error(`No package on sale fits ${car.recommendedServiceLevel}.`)
  const addons = random.chance(0.18) ? [random.pick(shelf.addons)] : []
  const extras = done ? extrasFor(random, visit) : []
  const extraQuarts = sum(
    extras.map(({ serviceType, quantity = 1 }) =>
      serviceType.startsWith('oil_quart') ? quantity : 0,
    ),
  )
  const technician = staff.technicians[visit.seat - 1]
  const works = status !== 'scheduled' && status !== 'cancelled'
  const job: NewJob = {
    id,
    customerId: household.user.id,
    technicianId: works ? technician?.id : null,
    tentativeTechnicianId: status === 'scheduled' ? technician?.id : null,
    vehicleId: car.id,
    servicePackageId: oilPackage.id,
    serviceDate: visit.date,
    slot: visit.slot,
    seat: visit.seat,
    startsAt: times.startsAt,
    serviceAddress: household.address,
    status,
    packageCents: oilPackage.basePriceCents,
    addonsCents: sum(addons.map((addon) => addon.priceCents)),
    extrasCents: sum(extras.map((extra) => extra.totalCents)),
    // The demo business charges no sales tax until someone switches it on.
    taxableCents: 0,
    taxRateBp: null,
    ...(random.chance(0.3) && random.pick(customerWords)),
    technicianNotes: done && random.chance(0.5) ? random.pick(technicianNotes) : '',
    ...fees,
    communicationActive: visit.onTheWay,
    checklist: checklistIds.slice(0, done ? undefined : status === 'in_progress' ? 3 : 0),
    createdAt: times.bookedAt,
    startedAt: times.startedAt,
    completedAt: times.completedAt,
    cancelledAt: times.cancelledAt,
    cancelReason: status === 'cancelled' ? 'Plans have changed' : null,
  }
  return {
    visit,
    times,
    job,
    lines: [
      ...bookedLines(
        { ...oilPackage, cents: oilPackage.basePriceCents },
        addons.map((addon) => ({
          ...addon,
          cents: addon.priceCents,
          product: lineProductOf(addon),
        })),
        {
          quarts: (car.oilCapacity ?? oilPackage.includedQuarts) - extraQuarts,
          mode: 'everything',
          taxRateBp: null,
        },
      ).map((line, position) => ({ ...line, position, jobId: id, createdAt: times.bookedAt })),
      ...extras.map((extra) => ({
        ...extra,
        source: 'extra' as const,
        kind: kindOfExtra(extra.serviceType),
        jobId: id,
        createdAt: times.startedAt ?? undefined,
      })),
    ],
    events: eventsOf(job, times, staff.admin.id),
  }
}

type Extra = Omit<typeof jobLines.$inferInsert, 'jobId' | 'source' | 'kind'> & {
  serviceType: ExtraType
}

/** Quarts included in a package; each further quart is charged. */
const includedQuarts = (oilType: string) => (oilType === 'diesel_full_synthetic' ? 8 : 5)

function extrasFor(random: Random, { car }: Visit): Extra[] {
  const extras: Extra[] = []
  const beyond = Math.ceil((car.oilCapacity ?? 0) - includedQuarts(car.oilType))
  if (beyond > 0) {
    const { priceCents, description } = extraTypes[`oil_quart_${car.oilType}`]
    extras.push({
      serviceType: `oil_quart_${car.oilType}`,
      description,
      unitCents: priceCents,
      quantity: beyond,
      totalCents: priceCents * beyond,
    })
  }
  if (random.chance(0.08))
    extras.push({
      serviceType: 'windshield_wiper',
      description: 'Rear wiper blade',
      unitCents: 1699,
      quantity: 1,
      totalCents: 1699,
    })
  return extras
}

function eventsOf(job: NewJob, times: VisitTimes, adminId: string): PlannedJob['events'] {
  const technicianId = job.technicianId
  const event = (kind: EventName, actorId: string, at: Date, data = {}) => [
    { jobId: job.id, kind, actorId, createdAt: at, data },
  ]
  const time = { date: job.serviceDate, slot: job.slot }
  const assignedAt = new Date(times.bookedAt.getTime() + 20 * 60_000)
  return [
    ...event('job_booked', job.customerId, times.bookedAt, { ...time, technicianId: null }),
    ...(technicianId ? event('job_assigned', adminId, assignedAt, { ...time, technicianId }) : []),
    ...(technicianId && times.startedAt
      ? event('service_started', technicianId, times.startedAt)
      : []),
    ...(technicianId && times.completedAt
      ? event('service_completed', technicianId, times.completedAt)
      : []),
    ...(times.cancelledAt
      ? event('job_cancelled', job.customerId, times.cancelledAt, { ...time, reason: '' })
      : []),
  ]
}

const sum = (cents: readonly number[]) => cents.reduce((total, value) => total + value, 0)

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** UTC instants of one visit; null for what has not happened. None is later than `now`. */
type VisitTimes = {
  startsAt: Date
  bookedAt: Date
  startedAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
}

function timesOf(random: Random, visit: Visit, now: Date): VisitTimes {
  const startsAt = slotStart(visit.date, visit.slot)
  const bookedAt = bookingTime(random, visit, Math.min(startsAt.getTime(), now.getTime()))
  const times = { startsAt, bookedAt, startedAt: null, completedAt: null, cancelledAt: null }
  const minutesAfter = (from: number, minutes: number) => new Date(from + minutes * minuteMs)
  const minutes = random.whole(23, 38)
  const late = random.whole(1, 9)
  switch (visit.status) {
    case 'completed': {
      const usual = startsAt.getTime() + (late + minutes) * minuteMs
      const completedAt = new Date(Math.min(usual, now.getTime() - late * minuteMs))
      return { ...times, completedAt, startedAt: minutesAfter(completedAt.getTime(), -minutes) }
    }
    case 'in_progress': {
      const usual = startsAt.getTime() + late * minuteMs
      return { ...times, startedAt: new Date(Math.min(usual, now.getTime() - 12 * minuteMs)) }
    }
    case 'cancelled':
      return { ...times, cancelledAt: minutesAfter(bookedAt.getTime(), random.whole(30, 600)) }
    default:
      return times
  }
}

function bookingTime(random: Random, { household }: Visit, before: number): Date {
  const wanted = before - random.whole(20, 130) * hourMs
  const joined = household.user.createdAt.getTime() + 10 * minuteMs
  return new Date(Math.max(wanted, joined))
}
