import { expect, test } from 'vitest'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('a new business is asked for everything, and each step is completed by its fact', async () => {
  await makePackage()
  const admin = await app.as('admin')
  const open = async () => (await admin.call('GET /api/admin/setup')).body.open
  const put = (body: object) => admin.call('PUT /api/admin/settings', { body })
  const waiting = async () =>
    (await admin.call('GET /api/admin/attention')).body as { kind: string; entries: object[] }[]
  expect(await open()).toEqual(['reach', 'hours', 'area', 'prices', 'payment', 'technician'])
  expect(await waiting()).toMatchObject([
    {
      kind: 'setup',
      count: 5,
      entries: [{ step: 'reach' }, {}, {}, { step: 'prices' }, { step: 'payment' }],
    },
    { kind: 'no_technicians' },
  ])
  await put({ supportPhone: '(512) 363-0142' })
  expect(await open()).toContain('reach')
  await put({ supportEmail: 'hello@quick-oil.test', confirmedSteps: ['hours'] })
  expect(await open()).toEqual(['area', 'prices', 'payment', 'technician'])
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
  expect(await open()).toEqual(['prices', 'payment'])
  await put({ takesCash: true })
  expect(await open()).toEqual(['prices'])
  await put({ confirmedSteps: ['hours', 'prices', 'payment'] })
  expect(await open()).toEqual([])
  expect(await waiting()).toEqual([])
  expect((await put({ confirmedSteps: ['coffee'] })).status).toBe(400)
})

test('a booking alone completes none of days, area and prices', async () => {
  const admin = await app.as('admin')
  await makeJob()
  await makeJob({ status: 'completed' })
  const open = ['reach', 'hours', 'area', 'prices', 'payment', 'technician']
  expect((await admin.call('GET /api/admin/setup')).body).toEqual({ open })
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
