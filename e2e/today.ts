import type { APIRequestContext } from '@playwright/test'
import { call, openPlaces, type Place } from './calls.ts'

/** For `test.use`: a server whose day has just begun. */
export const beforeDawn = { environment: { NODE_OPTIONS: '--import ./e2e/before-dawn.ts' } }

/** The last free time of today, at such a server. */
export async function placeOfToday(request: APIRequestContext): Promise<Place> {
  const { today } = await call(request, 'GET /api/config')
  const place = (await openPlaces(request)).findLast(({ date }) => date === today)
  if (!place) throw new Error('Today is full')
  return place
}
