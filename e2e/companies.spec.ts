import { expectSound } from './accessible.ts'
import { fillIn, holdToasts, openPage, press, see, seeNone, the } from './actions.ts'
import { call } from './calls.ts'
import { expect, test } from './server.ts'
import { enterDemo, enterEmailAndCode } from './steps.ts'

test.beforeEach(({ page }) => holdToasts(page))

test('a manager books several cars, an approver answers by the link, and the driver reads no amount', async ({
  page,
  office,
  newPage,
}) => {
  const [company] = await call(office.request, 'GET /api/admin/companies')
  const params = { id: company?.id ?? '' }
  await call(office.request, 'POST /api/companies/{id}/members', {
    params,
    body: { email: 'approver@example.com', role: 'approver' },
  })
  const { members } = await call(office.request, 'PATCH /api/admin/companies/{id}', {
    params,
    body: { approvalAbove: '10.00' },
  })
  const email = members.find(({ role }) => role === 'manager')?.email ?? ''
  await openPage(office, `/admin/companies/${params.id}`, the.title(company?.name ?? ''))
  await expectSound(office)

  const manager = await newPage()
  await manager.goto('/company')
  await enterEmailAndCode(manager, email)
  await see(manager, the.button('Book several cars'))
  await expectSound(manager)
  await press(manager, 'Book several cars')
  const dialog = manager.getByRole('dialog', { name: 'Book cars' })
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('checkbox').nth(1).check()
  await press(dialog, 'Look for times')
  await see(dialog, the.first(/PO number/i))
  await fillIn(dialog, { 'PO number': 'PO-77' }, 'Look for times')
  const plan = manager.getByRole('dialog', { name: /fit/ })
  await expectSound(manager)
  await press(plan, /^Book \d cars?$/)
  await see(manager, the.first('Waits for approval'))

  await enterDemo(page, 'customer')
  await page.goto('/demo/outbox')
  await expect(page.getByText(/\/company-approval\/[\w-]+/).first()).toBeAttached()
  const secret = /\/company-approval\/([\w-]+)/.exec(await page.content())?.[1]
  const approver = await newPage()
  await openPage(approver, `/company-approval/${secret}`, the.title('Approve a visit'), 'PO-77')
  await expectSound(approver)
  await press(approver, 'Approve')
  await see(approver, /approved/i)

  await openPage(page, '/company', the.first('101'))
  await seeNone(page.getByRole('main'), /\$\d/)
  await expectSound(page, { dark: true })
})
