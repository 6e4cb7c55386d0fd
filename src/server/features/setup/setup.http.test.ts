import { expect, test } from 'vitest'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { setupSteps } from '#shared/rules/setup.ts'
import { send, undo } from '#server/features/imports/test-imports.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const all = setupSteps.map(({ step }) => step)

test('a new business is asked for everything, and each step is completed by its fact', async () => {
  await makePackage()
  const admin = await app.as('admin')
  const open = async () => (await admin.call('GET /api/admin/setup')).body.open
  const put = (body: object) => admin.call('PUT /api/admin/settings', { body })
  const waiting = async () =>
    (await admin.call('GET /api/admin/attention')).body as { kind: string; entries: object[] }[]
  expect(await open()).toEqual(all)
  // Stock and import are optional.
  expect(await waiting()).toMatchObject([
    {
      kind: 'setup',
      count: 6,
      entries: ['reach', 'hours', 'area', 'prices', 'tax', 'payment'].map((step) => ({ step })),
    },
    { kind: 'no_technicians' },
  ])
  await put({ supportPhone: '(512) 363-0142' })
  expect(await open()).toContain('reach')
  await put({ supportEmail: 'hello@quick-oil.test', confirmedSteps: ['hours'] })
  expect(await open()).toEqual(all.slice(2))
  await admin.call('POST /api/admin/core-spots', {
    body: {
      name: 'Austin',
      address: '78701',
      latitude: 30.27,
      longitude: -97.74,
      radiusMiles: 10,
    },
  })
  await makeUser({ role: 'technician' })
  expect(await open()).toEqual(['prices', 'tax', 'payment', 'stock', 'import', 'uses'])
  await put({ takesCash: true })
  expect(await open()).toEqual(['prices', 'tax', 'stock', 'import', 'uses'])
  await put({ salesTaxEnabled: false })
  expect(await open()).toEqual(['prices', 'stock', 'import', 'uses'])
  await put({ confirmedSteps: ['hours', 'prices', 'tax', 'payment'] })
  expect(await open()).toEqual(['stock', 'import', 'uses'])
  expect(await waiting()).toEqual([])
  const product = { name: 'Wiper fluid', category: 'addon', price: '7.50', sku: 'WF-1' }
  const { id } = (await admin.call('POST /api/admin/products', { body: product })).body
  expect(await open()).toEqual(['stock', 'import', 'uses'])
  const count = { stockQuantity: 12, reason: 'Counted' }
  await admin.call('POST /api/admin/products/{id}/stock', { params: { id }, body: count })
  expect(await open()).toEqual(['import', 'uses'])
  const list = 'Name,E-mail\nAnn Lee,ann@example.com'
  const made = await send(admin, list)
  expect(await open()).toEqual(['uses'])
  // Undone, the list is gone.
  await undo(admin, made.body.import.id)
  expect(await open()).toEqual(['import', 'uses'])
  await put({ uses: { waitlist: false } })
  expect(await open()).toEqual(['import'])
  expect((await put({ confirmedSteps: ['coffee'] })).status).toBe(400)
})

test('a booking by itself completes none of days, area and prices', async () => {
  const admin = await app.as('admin')
  await makeJob()
  await makeJob({ status: 'completed' })
  expect((await admin.call('GET /api/admin/setup')).body).toEqual({ open: all })
})

test('days and prices are published once confirmed by the office', async () => {
  const admin = await app.as('admin')
  const published = async () => (await app.call('GET /api/config')).body.published
  expect(await published()).toEqual({ hours: false, prices: false })
  await admin.call('PUT /api/admin/settings', { body: { confirmedSteps: ['prices'] } })
  expect(await published()).toEqual({ hours: false, prices: true })
  await admin.call('PUT /api/admin/settings', { body: { serviceDays: [1, 2, 3] } })
  expect(await published()).toEqual({ hours: true, prices: true })
})
