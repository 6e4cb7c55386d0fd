import { useMemo } from 'react'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { type Driver, roadVisit } from '#shared/rules/assignment.ts'
import { type KnownRoad, roadOf } from '#shared/rules/day-road.ts'
import { driveBetween, driveToFirst, isZipCenter } from '#shared/rules/road.ts'
import { roadMiles } from '#shared/rules/travel.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { useCall } from './queries.ts'

/** Estimated driving distance between two visits, 'about 12 mi'; null when an address is unknown. */
export function wayBetween(
  from: Pick<Job, 'coordinates'>,
  to: Pick<Job, 'coordinates'>,
  miles = roadMiles,
): string | null {
  if (!from.coordinates || !to.coordinates) return null
  const distance = miles(from.coordinates, to.coordinates)
  const isSameZip = [from.coordinates, to.coordinates].every(isZipCenter) && distance < 0.1
  if (isSameZip) return t('same ZIP code')
  return t('about {miles} mi', {
    miles: formatNumber(Math.max(0.1, distance), distance < 1 ? 1 : 0),
  })
}

/** The fields of a visit that drives depend on. */
type Stop = Pick<BoardVisit, 'coordinates' | 'scheduledTime' | 'minutes'>

/** Describes a drive to a visit, and whether its technician may be late. */
export type Leg = {
  way: string
  time: string | null
  miles: number
  /** Null until the road is loaded. */
  minutes: number | null
  risk: 'late' | 'tight' | null
  /** To the day's first visit, from home or the nearest core spot. */
  isFirst?: true
}

/** The drive from one visit to the next one of a technician; null when an address is unknown. */
export function legBetween(from: Stop, to: Stop, road: KnownRoad | undefined): Leg | null {
  const way = wayBetween(from, to, road?.miles)
  if (!way || !from.coordinates || !to.coordinates) return null
  const miles = (road?.miles ?? roadMiles)(from.coordinates, to.coordinates)
  if (!road) return { way, miles, time: null, minutes: null, risk: null }
  const { minutes, risk } = driveBetween(roadVisit(from), roadVisit(to), road)
  return { way, miles, time: t('{minutes} min', { minutes }), minutes, risk }
}

/** The drive to a technician's first visit of the day; null until the road is loaded, and where its start is unknown. */
export function legToFirst(
  technicianId: string | null,
  to: Stop,
  road: KnownRoad | undefined,
): Leg | null {
  const driver = road?.driver(technicianId)
  const drive = road && driver && driveToFirst(driver, roadVisit(to), road)
  if (!drive || !to.coordinates) return null
  const { from, minutes, risk } = drive
  const way = wayBetween({ coordinates: from }, to, road.miles)
  if (!way) return null
  const miles = road.miles(from, to.coordinates)
  return { way, miles, time: t('{minutes} min', { minutes }), minutes, risk, isFirst: true }
}

/** 'about 12 mi, 29 min'. */
export const legWords = ({ way, time }: Leg): string =>
  time ? t('{way}, {time}', { way, time }) : way

/** Why a drive may make a technician late; null if there is time to spare. */
export const riskWords = ({ risk }: Leg): string | null =>
  risk === 'late' ? t('Cannot be in time') : risk && t('Little time to spare')

export const riskColor = ({ risk }: Leg) =>
  risk === 'late' ? 'text-red' : risk === 'tight' ? 'text-amber' : 'text-soft'

/** The facts of a date's drives; undefined until loaded. `address`: an additional place, for the office. */
export function useRoad(date: string | null, address = ''): KnownRoad | undefined {
  const query = { date: date ?? '', ...(address && { address }) }
  const { data } = useCall('GET /api/road', { query }, { enabled: date !== null })
  return useMemo(() => data && roadOf(data), [data])
}

/** A technician with their starting point, if known. */
export function driverOf(technician: Technician): Technician & Driver {
  const { latitude = null, longitude = null } = technician.homeBase ?? {}
  const home = latitude === null || longitude === null ? null : { latitude, longitude }
  return { ...technician, home }
}
