import { useMemo } from 'react'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { type Driver, roadVisit } from '#shared/rules/assignment.ts'
import { roadOf } from '#shared/rules/day-road.ts'
import { driveBetween, isZipCenter, type Road } from '#shared/rules/road.ts'
import { roadMiles } from '#shared/rules/travel.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { useCall } from './queries.ts'

/** Estimated driving distance between two visits, 'about 12 mi'; null when an address is unknown. */
export function wayBetween(
  from: Pick<Job, 'coordinates'>,
  to: Pick<Job, 'coordinates'>,
): string | null {
  if (!from.coordinates || !to.coordinates) return null
  const distance = roadMiles(from.coordinates, to.coordinates)
  const isSameZip = [from.coordinates, to.coordinates].every(isZipCenter) && distance < 0.1
  if (isSameZip) return t('same ZIP code')
  return t('about {miles} mi', {
    miles: formatNumber(Math.max(0.1, distance), distance < 1 ? 1 : 0),
  })
}

/** A visit as calls answer it, as far as a drive from or to it depends on it. */
type Stop = Pick<BoardVisit, 'coordinates' | 'scheduledTime' | 'minutes'>

/** A drive between visits in words, and whether its technician may be late by it. */
export type Leg = {
  way: string
  time: string | null
  miles: number
  /** Null until the road is loaded. */
  minutes: number | null
  risk: 'late' | 'tight' | null
}

/** The drive from one visit to the next one of a technician; null when an address is unknown. */
export function legBetween(from: Stop, to: Stop, road: Road | undefined): Leg | null {
  const way = wayBetween(from, to)
  if (!way || !from.coordinates || !to.coordinates) return null
  const miles = roadMiles(from.coordinates, to.coordinates)
  if (!road) return { way, miles, time: null, minutes: null, risk: null }
  const { minutes, risk } = driveBetween(roadVisit(from), roadVisit(to), road)
  return { way, miles, time: t('{minutes} min', { minutes }), minutes, risk }
}

/** 'about 12 mi, 29 min'. */
export const legWords = ({ way, time }: Leg): string =>
  time ? t('{way}, {time}', { way, time }) : way

/** Why a technician may be late by a drive; null if there is time to spare. */
export const riskWords = ({ risk }: Leg): string | null =>
  risk === 'late' ? t('Cannot be in time') : risk && t('Little time to spare')

export const riskColor = ({ risk }: Leg) =>
  risk === 'late' ? 'text-red' : risk === 'tight' ? 'text-amber' : 'text-soft'

/** What a date's drives depend on; undefined until it is loaded. */
export function useRoad(date: string): Road | undefined {
  const { data } = useCall('GET /api/road', { query: { date } })
  return useMemo(() => data && roadOf(data), [data])
}

/** A technician as the road needs them: with where they start the day, if known. */
export function driverOf(technician: Technician): Technician & Driver {
  const { latitude = null, longitude = null } = technician.homeBase ?? {}
  const home = latitude === null || longitude === null ? null : { latitude, longitude }
  return { ...technician, home }
}
