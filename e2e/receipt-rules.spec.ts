import { fillIn, openPage, press, see, seeIn, seeNone, seeToast, the } from './actions.ts'
import { call } from './calls.ts'
import { startOffline, test, waiting } from './offline-day.ts'
import { expect } from './server.ts'
import { jobOf } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

// A server of its own: the rules it switches on would hold back the visits of other walks.
test.use({ environment: {} })

test('receipts follow California’s rules once all facts are entered, and technicians enter tires offline', async ({
  page,
  context,
  job,
  office,
}) => {
  await openPage(office, '/admin/receipts')
  await office.getByLabel('Receipts follow the rules of').selectOption('California')
  await see(
    office,
    'Missing before receipts can follow these rules',
    'Your registration number is missing',
  )
  await expect(the.button('Save')(office)).toHaveAttribute('aria-disabled', 'true')
  const { missing } = await call(office.request, 'GET /api/admin/receipt-profile', {
    query: { state: 'CA' },
  })
  for (const { id = '' } of missing.filter(({ kind }) => kind === 'product'))
    await call(office.request, 'PATCH /api/admin/products/{id}', {
      params: { id },
      body: { brand: 'Mobil 1', viscosity: '5W-30', serviceCategory: 'API SP' },
    })
  await office.reload()
  await office.getByLabel('Receipts follow the rules of').selectOption('California')
  await fillIn(office, { 'Registration number': 'ARD00298765' }, 'Save')
  await seeToast(office, 'Applies to visits completed from now on.')
  await see(office, 'Front left 35')
  await seeNone(office, 'Missing before receipts can follow these rules')

  await startOffline(page, job)
  await press(page, 'Complete Service & Charge Customer')
  const dialog = page.getByRole('dialog')
  await seeIn(dialog, 'The receipt will lack', 'The receipt needs the tire pressures')
  await expect(dialog.getByRole('button', { name: 'Complete & charge' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await fillIn(dialog, {
    'Front left': '35',
    'Front right': '35',
    'Rear left': '33.5',
    'Rear right': '33',
  })
  await press(dialog, 'Complete & charge')
  await see(page, 'Rear left 33.5')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  expect(await jobOf(page.request, job.id)).toMatchObject({
    status: 'completed',
    tires: { psi: [35, 35, 33.5, 33] },
  })
  await openPage(office, `/receipt/${job.id}`)
  await see(office, 'Mobil 1, 5W-30, API SP', 'ARD00298765', 'Rear left 33.5')
})
