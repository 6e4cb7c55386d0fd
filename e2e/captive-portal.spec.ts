import type { Page, Route } from '@playwright/test'
import { fillIn, openPage, press, see, seeNone, the } from './actions.ts'
import { missingOf, startService, prepareForOffline, test, waiting } from './offline-day.ts'
import { expect } from './server.ts'
import { jobOf } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

const contentType = 'text/html'
const page404 = '<!doctype html><title>Wi-Fi</title><h1>Accept the terms</h1>'
const portal = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType, body: page404 })

/** Everything but the socket, answered by a portal. */
const everything = /^http:\/\/127\.0\.0\.1:\d+\/(?!ws)/

async function workOn(page: Page) {
  await startService(page)
  await fillIn(page, { 'Technician notes': 'The plug was worn' })
  await press(page, 'Save Notes', 'Complete Service & Charge Customer')
  await press(page.getByRole('dialog'), 'Complete & charge')
}

for (const status of [200, 403, 404])
  test(`behind a portal that answers ${status} to everything, work waits and is sent later by itself`, async ({
    page,
    context,
    job,
  }) => {
    await prepareForOffline(page, [job])
    await openPage(page, `/job/${job.id}`, the.first(job.number))
    await context.route(everything, portal(status))
    await workOn(page)
    await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
    await page.reload()
    await see(page, the.first('Completed'), the.first(job.number))
    await seeNone(page, 'Accept the terms', /no longer yours|not yours/, the.button('Discard'))
    await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
    await context.unroute(everything)
    await expect(waiting(page)).toHaveCount(0, { timeout: 45_000 })
    expect(await jobOf(page.request, job.id)).toMatchObject({
      status: 'completed',
      technicianNotes: 'The plug was worn',
    })
    expect(await missingOf(page, '/offline.json')).toEqual([])
  })
