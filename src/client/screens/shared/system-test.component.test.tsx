import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aPackage, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import type { Role } from '#shared/rules/roles.ts'
import SystemTest from './system-test.tsx'

const forbidden = refusal('forbidden', 'You may not do this.')
/** A healthy server's answers to an admin. */
const well: Answers = {
  'GET /api/health': { status: 'ok' },
  'GET /api/service-packages': [aPackage()],
  'GET /api/payments/config': { applicationId: 'app', environment: 'sandbox' } as never,
  'GET /api/dashboard/stats': {} as never,
  'GET /api/admin/customers': [],
  'GET /api/jobs/technician': forbidden,
  'GET /api/jobs/customer': forbidden,
  'GET /api/admin/products': [],
  'POST /api/payments/pre-authorize': refusal('not_found', 'Not found'),
  'GET /api/payments/scheduled-auths': [],
  'GET /api/core-spots': [],
}
const calls = [...Object.keys(well), 'GET /api/auth/user'] as (keyof Answers)[]
const all = (answer: unknown) => Object.fromEntries(calls.map((call) => [call, answer])) as Answers

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const run = async (answers: Answers, role: Role = 'admin', cardPayments = true) => {
  const business = aBusiness({ cardPayments })
  const shown = await showPage(<SystemTest />, { answers, person: aPerson({ role }), business })
  await page.getByRole('button', { name: 'Run All Tests' }).click()
  await expect.element(page.getByText(/passed, \d+ failed/)).toBeVisible()
  return shown
}

test('nothing shows as passed before it ran', async () => {
  await showPage(<SystemTest />, { answers: well })
  await expect.element(page.getByText(/Nothing was tested yet/)).toBeVisible()
  await expect.element(page.getByText('Pending', { exact: true }).first()).toBeVisible()
  expect(page.getByText('Pending', { exact: true }).elements()).toHaveLength(12)
  expect(page.getByText('Passed', { exact: true }).elements()).toHaveLength(0)
})

test('all twelve run; tests for another role are untested and show why', async () => {
  await run(well)
  await expect
    .element(
      page.getByText(/^10 passed, 0 failed, 0 with warnings, 2 untested. Tested as the office/),
    )
    .toBeVisible()
  await expect
    .element(row('Customer Role Access'))
    .toMatchTextContent(/Only a customer can test this\./)
  await expect.element(row('Customer Role Access')).toMatchTextContent(/Untested/)
})

test("an unreachable server fails every test that needs it, in the product's words", async () => {
  await run(all(unreachable))
  await expect.element(row('Backend API Health')).toMatchTextContent(/API not responding\./)
  await expect.element(row('Database Connectivity')).toMatchTextContent(/Cannot reach database\./)
  await expect
    .element(row('Authentication System'))
    .toMatchTextContent(/Auth endpoint unreachable\./)
  await expect
    .element(row('Payment Configuration'))
    .toMatchTextContent(/Missing payment configuration\./)
  await expect.element(row('Product Management')).toMatchTextContent(/Product API not responding\./)
  await expect.element(page.getByText(/^0 passed, 12 failed/)).toBeVisible()
})

test('so does a failing one; a database that answers with an error has issues', async () => {
  await run(all(refusal('internal', 'Broken')))
  await expect
    .element(row('Database Connectivity'))
    .toMatchTextContent(/Database connection issues\. It answered with 500\./)
  await expect.element(page.getByText(/^0 passed, 12 failed/)).toBeVisible()
})

test('a customer is refused office data, and the test fails where they are not', async () => {
  await run(
    {
      ...well,
      'GET /api/jobs/customer': [],
      'GET /api/admin/customers': [],
      'GET /api/admin/products': forbidden,
      'GET /api/payments/scheduled-auths': [],
    },
    'customer',
  )
  await expect.element(row('Admin Role Access')).toMatchTextContent(/Access control failed\./)
  await expect.element(row('Scheduled Auth Service')).toMatchTextContent(/Failed/)
  await expect
    .element(row('Product Management'))
    .toMatchTextContent(/Closed to you, as it should be \(403\)\./)
  await expect.element(row('Customer Role Access')).toMatchTextContent(/You are let in\./)
})

test('a business without cards gets a warning, and payments are not requested', async () => {
  const { server } = await run(
    { ...well, 'GET /api/payments/config': refusal('unavailable', 'No cards') },
    'admin',
    false,
  )
  await expect.element(row('Payment Configuration')).toMatchTextContent(/Warning/)
  await expect.element(row('Payment Pre-Authorization')).toMatchTextContent(/Untested/)
  expect(server.asked('POST /api/payments/pre-authorize')).toEqual([])
})

test('cancelled tests are untested, and can be run again', async () => {
  const { server } = await showPage(<SystemTest />, {
    answers: { ...well, 'GET /api/service-packages': () => new Promise(() => {}) },
    person: aPerson({ role: 'admin' }),
  })
  const start = page.getByRole('button', { name: 'Run All Tests' })
  await start.click()
  await expect.element(page.getByText('Testing Service Packages API · 1 of 12 done')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect
    .element(page.getByText(/1 passed, 0 failed, 0 with warnings, 11 untested/))
    .toBeVisible()
  server.answer(well)
  await start.click()
  await expect.element(page.getByText(/10 passed/)).toBeVisible()
})

test('the manual checklist keeps its ticks and has its own count', async () => {
  await showPage(<SystemTest />)
  await page.getByRole('checkbox', { name: /receipt is mailed/ }).click()
  await expect.element(page.getByText('1 of 8 done')).toBeVisible()
  await showPage(<SystemTest />)
  await expect.element(page.getByText('1 of 8 done').first()).toBeVisible()
})
