import type { APIRequestContext, Page } from '@playwright/test'
import { routesFor } from '#client/app/routing.ts'
import { routes } from '#client/routes.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { type Role, roles } from '#shared/rules/roles.ts'
import { accentedEnglish } from '#shared/texts/accented-english.ts'
import { bookAsGuest, call, signInAs, visitOf } from './calls.ts'
import { expect } from './server.ts'
import { inSpanish } from './spanish-words.ts'
import { complete } from './visits.ts'

/** The sides that have screens; null is a visitor. */
export const sides = [null, ...roles] as const
export const mainHeading = (page: Page) => page.getByRole('heading', { level: 1 })
export const nameOf = (side: Role | null) => side ?? 'visitor'

/** `shared`: every side has it. */
type Screen = { path: string; shared: boolean }

const elsewhere = [
  '/dashboard',
  '/book',
  '/unsubscribe/:token',
  '/waitlist/:offer',
  '/plan-visit/:visit',
  '/inspection/:token',
  '/statement/:token',
  '/company-approval/:token',
]

/** The screens of the route table, with real values for all parameters. */
export async function screensOf(
  request: APIRequestContext,
  side: Role | null,
  other: APIRequestContext,
): Promise<Screen[]> {
  const token = await bookAsGuest(other)
  const doneToken = await completedGuestVisit(other)
  const jobs = side ? await jobsOf(request, other, side) : []
  const [open, done] = (['assigned', 'completed'] as const).map((status) =>
    jobs.find((job) => job.status === status),
  )
  const [company] = side === 'admin' ? await call(request, 'GET /api/admin/companies') : []
  return (
    routesFor(routes, side)
      // Two are redirects; the secrets of the others exist only in mails, and they have their own tests.
      .filter(({ path }) => !elsewhere.includes(path))
      .flatMap(({ path, audience }) => {
        const shared = audience.includes('everyone')
        const job = path.startsWith('/receipt/') ? done : open
        const ids = {
          '/vehicles/': job?.vehicleId,
          '/technicians/': job?.technicianId,
          '/admin/customers/': job?.customerId,
          '/admin/companies/': company?.id,
        }
        const id = Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? job?.id
        const filled = path
          .replace(/:(id|jobId)\b/, id ?? '')
          .replace(':token', path.endsWith('/receipt') ? doneToken : token)
        if (/:|\/$|\/\//.test(filled.slice(1)))
          throw new Error(`Nobody knows what to open for ${path}`)
        return [filled, ...alsoAs(path, { open, done })].map((one) => ({ path: one, shared }))
      })
  )
}

/** The secret of a guest's link to a completed visit. */
async function completedGuestVisit(other: APIRequestContext): Promise<string> {
  const token = await bookAsGuest(other)
  const job = await visitOf(other, token)
  await signInAs(other, 'admin')
  await complete(other, job.id)
  return token
}

/** Variants of screens that differ on another day, or once a visit is over. */
function alsoAs(path: string, { open, done }: { open?: Job; done?: Job }): string[] {
  if (path === '/schedule' && open) return [`/schedule?date=${open.scheduledDate}`]
  if (path === '/job/:jobId/communication' && done) return [path.replace(':jobId', done.id)]
  return []
}

/** A technician's own visits; for other roles the demo customer's. */
async function jobsOf(request: APIRequestContext, other: APIRequestContext, role: Role) {
  if (role === 'technician') return call(request, 'GET /api/jobs/technician')
  await signInAs(other, 'customer')
  return call(other, 'GET /api/jobs/customer')
}

const loading = new RegExp(`^(Loading|${accentedEnglish('Loading')}|${inSpanish('Loading')})$`)

/** Waits until everything has loaded. */
export async function untilLoaded(page: Page): Promise<void> {
  await expect(mainHeading(page).first()).toBeVisible()
  await expect(page.getByRole('status', { name: loading })).toHaveCount(0)
  const card = page.locator('#card-container')
  if ((await card.count()) > 0) await expect(card.locator('iframe')).toBeVisible()
}

export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilLoaded(page)
}

/** Serves pages without the first answers of their screens, as a server does that did not have them in time. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  const ofEveryPage = ['GET /api/auth/user', 'GET /api/config']
  await page.route(/./, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(/(?<=id="answers">).*?(?=<\/script>)/s, (data) => {
      const answers = JSON.parse(data) as { key: [string] }[]
      const kept = answers.filter(({ key }) => ofEveryPage.includes(key[0]))
      return JSON.stringify(kept).replaceAll('<', '\\u003c')
    })
    await route.fulfill({ response, body })
  })
}
