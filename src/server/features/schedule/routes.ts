import type { HandlersOf } from '#server/http/handlers.ts'
import type { schedule } from '#shared/contract/admin.ts'
import type { closures } from '#shared/contract/closures.ts'
import type { DayRange } from '#shared/rules/closure-days.ts'
import { slotsBetween, timesFromText } from '#shared/rules/slot-times.ts'
import { slotOf } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { hoursFromText } from '#shared/rules/weekly-hours.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import { Invalid, NotFound } from '#server/http/errors.ts'
import { blockRange } from './actions/block-range.ts'
import { changeClosure, removeClosure } from './actions/change-closure.ts'
import { blocksOf, comingClosures, findClosure } from './queries.ts'
import {
  countAffected,
  affectedVisits,
  visitsOutsideHours,
  visitsOutsideTimes,
} from './queries/affected-visits.ts'
import { sharedPositions } from '#server/features/conversation/queries.ts'
import { dayRoad } from '#server/features/jobs/queries/road-days.ts'
import { boardVisits } from '#server/features/jobs/queries/board-visits.ts'
import type { dispatch } from '#shared/contract/dispatch.ts'
import { applyBetterDay } from './actions/apply-better-day.ts'
import { assignDay } from './actions/assign-day.ts'
import { proposeBetterDay } from './queries/propose-better-day.ts'
import { proposeChosen, proposeDay } from './queries/propose-day.ts'
import { scheduleDays } from './queries/schedule-days.ts'

export const scheduleRoutes = {
  'GET /api/admin/blocked-slots': ({ query }) => blocksOf(query.date),

  'GET /api/admin/blocked-slots/{date}': ({ params }) => blocksOf(params.date),

  'POST /api/admin/block-slot': async ({ person, body }) => {
    const { date, timeSlot, ...wanted } = body
    const range = rangeOf({ from: date, to: date, timeSlots: [timeSlot] })
    assertOfItsDays(range)
    await blockRange(person, range, wanted)
    return blocksOf(date)
  },

  'POST /api/admin/block-day': async ({ person, body: { date, ...wanted } }) => {
    await blockRange(person, rangeOf({ from: date, to: date }), wanted)
    return blocksOf(date)
  },

  'GET /api/admin/closures': () => comingClosures(),

  'GET /api/admin/block-range/visits': async ({ person, query, reply }) => {
    const range = rangeOf({ ...query, timeSlots: query.timeSlots?.split(',') })
    const visits = await affectedVisits(person, range)
    reply.header('x-total-count', await countAffected(range))
    return visits
  },

  'GET /api/admin/weekly-hours/visits': async ({ person, query, reply }) => {
    const hours = hoursFromText(query.hours) ?? []
    const { visits, count } = await visitsOutsideHours(person, hours)
    reply.header('x-total-count', count)
    return visits
  },

  'GET /api/admin/slot-times/visits': async ({ person, query, reply }) => {
    const { times, hours, ...days } = query
    const { visits, count } = await visitsOutsideTimes(person, {
      slotTimes: { ...days, times: timesFromText(times) ?? [] },
      weeklyHours: hours === undefined ? undefined : hoursFromText(hours),
    })
    reply.header('x-total-count', count)
    return visits
  },

  'POST /api/admin/block-range': async ({ person, body }) => {
    const range = rangeOf(body)
    assertOfItsDays(range)
    const id = await blockRange(person, range, body)
    return {
      closure: (id && (await findClosure(id))) || null,
      visits: await countAffected(range),
    }
  },

  'PUT /api/admin/closures/{id}': async ({ person, params, body, request, reply }) => {
    const { name, reason } = body
    await changeClosure(person, params.id, {
      ...rangeOf(body),
      name,
      reason,
      version: wantedVersion(request),
    })
    const closure = await findClosure(params.id)
    if (!closure) throw new NotFound()
    setVersion(reply, closure.version)
    return closure
  },

  'DELETE /api/admin/closures/{id}': ({ person, params, request }) =>
    removeClosure(person, params.id, wantedVersion(request)),

  'GET /api/admin/schedule': ({ query }) => scheduleDays(query.from, query.to),

  'GET /api/admin/board': ({ query }) => boardVisits(query.date),

  'GET /api/road': ({ person, query }) => dayRoad(person, query),

  'POST /api/admin/schedule/assign': async ({ person, body }) => {
    const { date, visits } = body
    const proposed = await (visits ? proposeChosen(date, visits) : proposeDay(date))
    return body.dryRun ? proposed : assignDay(person, proposed)
  },

  'POST /api/admin/days/{date}/optimize': ({ person, params, body }) =>
    body.dryRun ? proposeBetterDay(params.date) : applyBetterDay(person, params.date, body),

  'GET /api/admin/positions': () => sharedPositions(),
} satisfies HandlersOf<typeof schedule & typeof closures & typeof dispatch>

type Asked = { from: string; to: string; timeSlots?: readonly string[] | undefined }

/** With the times in the order of the day, each once; all of its days' when none are named. Throws Invalid for another time. */
function rangeOf({ from, to, timeSlots }: Asked) {
  const settings = currentSettings()
  // Closures keep the times of earlier lists, for a change that is undone.
  const known = slotsBetween(settings)
  const named = timeSlots?.map(slotOf)
  if (named?.some((slot) => !known.includes(slot))) throw noSuchTime()
  const slots = named
    ? known.filter((slot) => named.includes(slot))
    : slotsBetween(settings, { from, to })
  return { from, to, slots }
}

/** Throws Invalid for times of which none is one of the range's days: they would close nothing. */
function assertOfItsDays({ from, to, slots }: DayRange): void {
  const ofItsDays = slotsBetween(currentSettings(), { from, to })
  if (!slots.some((slot) => ofItsDays.includes(slot))) throw noSuchTime()
}

const noSuchTime = () => Invalid.at('timeSlots', phrase('Please select a time'))
