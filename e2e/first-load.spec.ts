import type { Page } from '@playwright/test'
import { kilobytesOf, routes } from '../bench/client-size.ts'
import { openPage, press, see, seeNone, the } from './actions.ts'
import { signInAs, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { signUpWithCars } from './visits.ts'

/** The paths of all calls a page makes, in order. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  return calls
}

const screens = [
  { role: 'customer', path: '/', reads: ['/api/vehicles', '/api/jobs/customer'] },
  {
    role: 'customer',
    path: '/booking',
    reads: ['/api/vehicles', '/api/service-packages', '/api/addon-services'],
  },
  { role: 'technician', path: '/', reads: ['/api/jobs/technician', '/api/technicians/me'] },
  { role: 'admin', path: '/', reads: ['/api/admin/attention', '/api/dashboard/stats'] },
  { role: null, path: '/guest-booking', reads: ['/api/service-packages', '/api/addon-services'] },
] as const

for (const { role, path, reads } of screens)
  test(`${path} of ${role ?? 'a visitor'} requests nothing twice, and nothing that came with it`, async ({
    page,
  }) => {
    if (role) await signInAs(page.request, role)
    // Events of a demo that has just started cause refetches.
    await page.routeWebSocket(/\/ws$/, () => {})
    // The very first request takes longer than the server waits for answers.
    await page.request.get(path)
    const calls = callsOf(page)
    const unused: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('preload')) unused.push(message.text())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('main')).toBeVisible()
    expect(calls).not.toContain('/api/auth/user')
    expect(calls).not.toContain('/api/config')
    for (const read of reads) expect(calls).not.toContain(read)
    expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([])
    // After some seconds, browsers warn about unused preloads.
    await page.waitForTimeout(4_000)
    expect(unused).toEqual([])
  })

test("a technician's visit comes with its page", async ({ page }) => {
  await signInAs(page.request, 'technician')
  const jobs = (await (await page.request.get('/api/jobs/technician')).json()) as { id: string }[]
  const [job] = jobs
  if (!job) throw new Error('The technician has no visit')
  // The socket causes refetches once it is open.
  await page.routeWebSocket(/\/ws$/, () => {})
  const calls = callsOf(page)
  await page.goto(`/job/${job.id}`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(calls).not.toContain('/api/auth/user')
  for (const read of [`/api/jobs/${job.id}`, '/api/jobs/technician'])
    expect(calls).not.toContain(read)
})

test('the next user of a device sees nothing of the previous one', async ({ page }) => {
  await signUpWithCars(page.request, 'Supra')
  await openPage(page, '/', the.heading('2018 Toyota Supra'))
  await page.goto('/orders')
  await press(page, 'Menu', the.menuItem('Sign Out'))
  await expect(page).toHaveURL('/')
  await seeNone(page, 'Supra')

  await page.goBack()
  await see(page, the.first(the.link('Sign In')))
  await seeNone(page, 'Supra')

  await signUp(page.request, 'customer')
  await openPage(page, '/', 'No vehicles yet')
  await seeNone(page, 'Supra')
})

test('the app files cached on a device contain no personal data', async ({ page }) => {
  const { email } = await signUp(page.request, 'customer')
  const own = await (await page.request.get('/orders')).text()
  expect(own).toContain(`"email":"${email}"`)
  const kept = await page.request.get('/index.html')
  expect(await kept.text()).not.toContain('id="answers"')
})

for (const { what, names, holds } of routes)
  test(`the script of ${what} stays within its size limit`, () => {
    expect(kilobytesOf(names)).toBeLessThan(holds)
  })
