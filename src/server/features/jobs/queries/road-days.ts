import { clockChangeOn } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { batchLoader } from '#server/database/batch-loader.ts'
import { queryRows } from '#server/database/database.ts'
import { learnedFactor } from '#server/reads/learned-drives.ts'
import { loadDrives, routedMiles, routedMinutes } from '#server/reads/drives.ts'
import { coreSpotCenters } from '#server/reads/core-spots.ts'
import { type RosterEntry, rosterSql } from '#server/reads/roster.ts'
import { areaPlace, placeOf } from '#server/features/service-area/queries.ts'
import type { DayVisit, RoadDay } from '#shared/rules/assignable-day.ts'
import { skillNeeded } from '#shared/rules/assignment.ts'
import { type LocalDate, weekday } from '#shared/rules/calendar.ts'
import type { DayRoad } from '#shared/rules/day-road.ts'
import type { OilType } from '#shared/rules/oil.ts'
import { drivesOn } from '#shared/rules/optimize-day.ts'
import type { Drive, Location } from '#shared/rules/road.ts'
import type { Person } from '#shared/rules/roles.ts'
import { endOf, type Slot, startOf } from '#shared/rules/slots.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'

/** The current state of a date. Visits are placed on it only while its plan has this `version`. */
export type RoadFacts = Omit<RoadDay<RosterEntry>, 'visits'> & {
  version: number
  /** `area`: the center of the visit's ZIP code; `isHeld`: a time held for a customer, with its technician. */
  visits: readonly (DayVisit & { area: Location | null; isHeld?: boolean })[]
}

/** About three miles, in degrees. */
const homeGrid = 0.05
const coarse = (degrees: number) => Math.round(degrees / homeGrid) * homeGrid

/** The day with visits placed at their ZIP codes and homes at their area, for answers that must not reveal addresses. */
export const coarseDay = (day: RoadFacts): RoadFacts => ({
  ...day,
  technicians: day.technicians.map(({ home, ...technician }) => ({
    ...technician,
    home: home && { latitude: coarse(home.latitude), longitude: coarse(home.longitude) },
  })),
  visits: day.visits.map((visit) => ({ ...visit, place: visit.area })),
})

/** Whether times are open only if a technician can be there in time; otherwise the road only warns the office. */
export const roadDecides = () => currentSettings().slotCapacityMode === 'technicians'

type Row = {
  date: LocalDate
  version: number
  visits: {
    id: string
    slot: Slot
    technicianId: string | null
    tentativeTechnicianId: string | null
    latitude: number | null
    longitude: number | null
    serviceAddress: string
    minutes: number
    oilType: OilType
  }[]
  held: (Omit<Row['visits'][number], 'tentativeTechnicianId' | 'oilType'> & {
    insteadOf: string | null
  })[]
  /** Only with the first date. */
  roster: RosterEntry[] | null
}

// One statement, so that version and visits match, and a claim needs one round trip for them and the technicians.
const roadDaysStatement = {
  name: 'road-days',
  text: `select day::text as date, coalesce(p.version, 0) as version, coalesce(v.visits, '[]') as visits,
      coalesce(h.visits, '[]') as held,
      case when day = $3::date then (select coalesce(json_agg(r), '[]') from (${rosterSql('$3')}) r) end as roster
    from unnest($1::date[]) day left join day_plans p on p.service_date = day
    left join lateral (
      select json_agg(json_build_object('id', j.id, 'slot', j.slot, 'technicianId', j.technician_id,
        'tentativeTechnicianId', j.tentative_technician_id, 'latitude', j.latitude,
        'longitude', j.longitude, 'serviceAddress', j.service_address, 'minutes', s.minutes,
        'oilType', s.oil_type) order by j.slot, j.id) as visits
      from jobs j join service_packages s on s.id = j.service_package_id
      where j.service_date = day and j.status <> 'cancelled' and j.seat is not null and j.slot > 0
    ) v on true
    left join lateral (
      select json_agg(json_build_object('id', o.id, 'slot', o.slot, 'technicianId', o.technician_id,
        'latitude', o.latitude, 'longitude', o.longitude, 'serviceAddress', coalesce(e.service_address, s.service_address),
        'minutes', o.minutes, 'insteadOf', e.job_id) order by o.id) as visits
      from waitlist_offers o left join waitlist_entries e on e.id = o.entry_id
        left join plan_periods p on p.id = o.plan_period_id left join subscriptions s on s.id = p.subscription_id
      where o.service_date = day and o.ended_at is null and o.expires_at > $2::timestamptz
    ) h on true`,
}

type Wanted = { date: LocalDate; place?: Location | null }

/** The current technicians, visits and drives of a business-local date, including drives to `place`. */
export const readRoadDay = batchLoader(async (wanted: Wanted[]): Promise<RoadFacts[]> => {
  const places = wanted.flatMap(({ place }) => place ?? [])
  const days = await readRoadDays(
    wanted.map(({ date }) => date),
    places,
  )
  return wanted.map(({ date }) => days.get(date) as RoadFacts)
})

/** `readRoadDay` for several dates, by date. */
export async function readRoadDays(
  dates: readonly LocalDate[],
  also: readonly Location[] = [],
): Promise<Map<LocalDate, RoadFacts>> {
  const [first = ''] = dates.toSorted()
  const rows = await queryRows<Row>(roadDaysStatement, [[...new Set(dates)], now(), first])
  const technicians = rows.flatMap(({ roster }) => roster ?? [])
  const days = rows.map(async ({ date, version, visits, held }) => {
    const all = [
      ...visits.map(({ oilType, ...visit }) => ({ ...visit, skill: skillNeeded(oilType) })),
      ...held.map((one) => ({ ...one, tentativeTechnicianId: null, skill: null, isHeld: true })),
    ]
    const placed = all.map(async ({ latitude, longitude, serviceAddress, ...visit }) => ({
      ...visit,
      date,
      place: await placeOf({ latitude, longitude, serviceAddress }),
      area: await areaPlace(serviceAddress),
    }))
    return { date, version, technicians, visits: await Promise.all(placed) }
  })
  const found = await Promise.all(days)
  const drive = await loadDrives([...also, ...found.flatMap(placesOn)])
  return new Map(found.map(({ date, ...day }) => [date, { ...day, road: roadOn(date, drive) }]))
}

/** Where a day's drives begin and end. */
export const placesOn = ({ visits, technicians }: Pick<RoadFacts, 'visits' | 'technicians'>) => [
  ...visits.flatMap(({ place }) => place ?? []),
  ...technicians.flatMap(({ home }) => home ?? []),
  ...coreSpotCenters(),
]

/** A date's road for screens: drives of all visits, or of a technician's own; for the office also those to an address. */
export async function dayRoad(
  person: Person,
  { date, address }: { date: LocalDate; address?: string | undefined },
): Promise<DayRoad> {
  const day = await readRoadDay({ date })
  const isOffice = person.role === 'admin'
  const visits = day.visits.filter(({ technicianId }) => isOffice || technicianId === person.id)
  const technicians = day.technicians.filter(({ id }) => isOffice || id === person.id)
  const place = isOffice && address ? await areaPlace(address) : null
  const places = [...placesOn({ visits, technicians }), ...(place ? [place] : [])]
  const { weekday: then, bufferMinutes, hours, starts, clockChange } = day.road
  const factors = Array.from({ length: 24 }, (_hour, hour) =>
    learnedFactor({ hour, weekday: then }),
  )
  return {
    weekday: then,
    bufferMinutes,
    hours,
    starts: [...starts],
    ...(clockChange && { clockChange }),
    ...(await routedMinutes(places)),
    factors,
    drivers: technicians.map(({ id, home, workingHours }) => ({
      id,
      home,
      hours: workingHours?.[then - 1] ?? null,
    })),
    legs: await routedMiles(drivesOn({ ...day, visits, technicians })),
    ...(place && { place }),
  }
}

function roadOn(date: LocalDate, drive: Drive): RoadDay['road'] {
  const settings = currentSettings()
  const slots = slotsOfDay(date, settings)
  return {
    drive,
    weekday: weekday(date),
    bufferMinutes: settings.travelBufferMinutes,
    hours: { from: startOf(slots[0] ?? 0), to: endOf(slots.at(-1) ?? 2400) },
    starts: coreSpotCenters(),
    clockChange: clockChangeOn(date),
  }
}
