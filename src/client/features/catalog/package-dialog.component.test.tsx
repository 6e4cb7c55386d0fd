import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'
import PackageDialog from './package-dialog.tsx'

const add = 'POST /api/admin/service-packages'

test('the service type is a field of the form, and is sent', async () => {
  const { server } = await showPage(<PackageDialog onClose={() => {}} />, {
    answers: {
      'GET /api/admin/products': [],
      'GET /api/admin/service-packages': [],
      [add]: refusal('conflict', 'Not now.'),
    },
  })
  await page.getByLabelText('Name').fill('Tire check')
  await page.getByLabelText('Base price').fill('19.99')
  const kind = page.getByLabelText('Kind of service')
  await expect.element(kind).toHaveValue('oil_change')
  await kind.fill('tire_check')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.asked(add).map(({ body }) => body))
    .toMatchObject([{ serviceType: 'tire_check' }])
})

const marked = { headers: { [serverTimeHeader]: new Date().toISOString() }, status: 500 }
test.each([
  ['HTML of a proxy', new Response('<h1>Internal Server Error</h1>', { status: 500 })],
  ['another form', Response.json({ statusCode: 500, error: 'Internal Server Error' }, marked)],
])('an answer that is not ours (%s) shows our own sentence', async (_, answer) => {
  await showPage(<PackageDialog onClose={() => {}} />, {
    answers: {
      'GET /api/admin/products': [],
      'GET /api/admin/service-packages': [],
      [add]: answer as never,
    },
  })
  await page.getByLabelText('Name').fill('Tire check')
  await page.getByLabelText('Base price').fill('19.99')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Failed to save service package')).toBeVisible()
  await expect.element(page.getByText(/500|Internal/)).not.toBeInTheDocument()
})
