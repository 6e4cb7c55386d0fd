import type { APIRequestContext, Browser } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'

/** A visit of a new customer that is assigned to the demo's technician; leaves both sessions in their contexts. */
export async function visitOf(
  customer: APIRequestContext,
  technician: APIRequestContext,
  browser: Browser,
  baseURL: string,
): Promise<Job> {
  await signUp(customer, 'customer')
  const { id: technicianId } = await enterAs(technician, 'technician')
  const { id } = await bookPlace(customer, await freePlaceFor(technician, customer))
  const office = await browser.newContext({ baseURL })
  await enterAs(office.request, 'admin')
  const job = await call(office.request, 'POST /api/jobs/{id}/assign', {
    params: { id },
    body: { technicianId },
  })
  await office.close()
  return job
}

/** The last open place at which the technician has no other visit. */
export async function freePlaceFor(technician: APIRequestContext, customer: APIRequestContext) {
  const taken = (await call(technician, 'GET /api/jobs/technician')).map(
    (job) => `${job.scheduledDate} ${job.scheduledTime}`,
  )
  const places = await openPlaces(customer)
  const place = places.findLast(({ date, time }) => !taken.includes(`${date} ${time}`))
  if (!place) throw new Error('There is no place for a visit')
  return place
}
