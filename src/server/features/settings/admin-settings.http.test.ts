import { expect, test } from 'vitest'
import { currentSettings, startFromSettings } from '#server/base/current-settings.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { captureLog } from '#server/base/test-log.ts'
import { db } from '#server/database/database.ts'
import { settings } from '#server/database/tables/settings.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { usesNothing } from '#shared/rules/uses.ts'
import { loadSettings } from './queries.ts'

const app = useTestApp()

const usual = {
  maxVisitsWithoutCard: 5,
  maxVisitsPerVehiclePerDay: 1,
  maxOpenGuestBookings: 3,
  maxGuestBookingsPerNetwork: 6,
  releaseWithoutCardHours: 0,
  adjustConfirmAboveCents: 100_000,
  cancelFeeCents: 0,
  cancelFeeWithinHours: 24,
  notDoneFeeCents: 0,
  paymentReminderDays: [3, 7],
  invoiceReminderDaysBefore: 3,
  invoiceReminderDays: [1, 8, 15, 22],
  slotCapacityMode: 'number',
  slotCapacity: 1,
  autoAssign: false,
  technicianSelfAssign: true,
}

test('the office reads settings and changes single ones', async () => {
  const admin = await app.as('admin')
  expect((await admin.call('GET /api/admin/settings')).body).toMatchObject(usual)
  const change = { maxVisitsWithoutCard: 0, releaseWithoutCardHours: 48 }
  const changed = await admin.call('PUT /api/admin/settings', { body: change })
  expect(changed).toMatchObject({ status: 200, body: { ...usual, ...change } })
  expect((await admin.call('PUT /api/admin/settings', { body: {} })).body).toEqual(changed.body)
  expect((await admin.call('GET /api/admin/settings')).body).toEqual(changed.body)
  expect(currentSettings()).toMatchObject(change)
})

test.each([
  { maxVisitsWithoutCard: -1 },
  { maxVisitsPerVehiclePerDay: 6 },
  { maxOpenGuestBookings: 1.5 },
  { maxGuestBookingsPerNetwork: '3' },
  { releaseWithoutCardHours: null },
  { brandName: ' ' },
  { supportEmail: 'hello@' },
  { supportEmail: 'javascript:alert(1)@x.y' },
  { supportPhone: 'call me' },
  { claims: [''] },
  { replyHours: -1 },
  { nonsense: 1 },
  { adjustConfirmAboveCents: -1 },
  { adjustConfirmAboveCents: 1_000_001 },
  { cancelFeeCents: -1 },
  { cancelFeeCents: 25.5 },
  { cancelFeeWithinHours: 0 },
  { notDoneFeeCents: 1_000_001 },
  { paymentReminderDays: [0] },
  { paymentReminderDays: [1, 2, 3, 4, 5, 6] },
  { paymentReminderDays: 3 },
  { invoiceReminderDays: [61] },
  { invoiceReminderDaysBefore: 31 },
  { invoiceReminderDaysBefore: -1 },
  { slotCapacity: 0 },
  { slotCapacity: 51 },
  { slotCapacity: 'many' },
  { slotCapacityMode: 'vans' },
  { autoAssign: 'yes' },
])('%j is refused', async (body) => {
  const admin = await app.as('admin')
  expect((await admin.call('PUT /api/admin/settings', { body })).status).toBe(400)
  expect(currentSettings()).toMatchObject(usual)
})

test.each([
  [{ replyHours: -3 }, 'Please enter a whole number from 0 to 168.'],
  [{ replyHours: 169 }, 'Please enter a whole number from 0 to 168.'],
  [{ replyHours: 1e20 }, 'Please enter a whole number from 0 to 168.'],
  [{ maxVisitsPerVehiclePerDay: 6 }, 'Please enter a whole number from 0 to 5.'],
  [{ maxOpenGuestBookings: '3' }, 'Please enter a whole number from 0 to 1000.'],
])('%j is refused with its range', async (body, message) => {
  const admin = await app.as('admin')
  const answer = await admin.call('PUT /api/admin/settings', { body })
  const [path] = Object.keys(body)
  expect(answer.body.details.fields).toEqual([{ path, message }])
})

test('reminder days are stored once each, in order', async () => {
  const admin = await app.as('admin')
  const body = { paymentReminderDays: [7, 3, 3] }
  const answer = await admin.call('PUT /api/admin/settings', { body })
  expect(answer.body.paymentReminderDays).toEqual([3, 7])
})

test('business details are public at once, and can be cleared', async () => {
  const admin = await app.as('admin')
  const said = {
    brandName: 'Quick Oil',
    supportPhone: '(512) 363-0142',
    supportEmail: 'hello@quick-oil.test',
    claims: ['Insured'],
    replyHours: 4,
  }
  expect(await admin.call('PUT /api/admin/settings', { body: said })).toMatchObject({
    status: 200,
    body: said,
  })
  expect((await app.call('GET /api/config')).body).toMatchObject(said)
  const nothing = { supportPhone: '', supportEmail: '', claims: [], replyHours: 0 }
  await admin.call('PUT /api/admin/settings', { body: nothing })
  expect((await app.call('GET /api/config')).body).toMatchObject({ ...said, ...nothing })
})

test("the office's details take precedence over the configured ones", async () => {
  startFromSettings({ supportPhone: '(512) 363-0199', supportEmail: 'from@quick-oil.test' })
  const admin = await app.as('admin')
  await admin.call('PUT /api/admin/settings', { body: { supportPhone: '(512) 363-0142' } })
  expect((await app.call('GET /api/config')).body).toMatchObject({
    supportPhone: '(512) 363-0142',
    supportEmail: 'from@quick-oil.test',
  })
  startFromSettings({})
})

const version = (etag: unknown) => ({ 'if-match': String(etag) })
const ofOffice = async (firstName: string) =>
  app.as(await makeUser({ role: 'admin', firstName, lastName: '' }))

test("of two admins checking setup steps at once, neither undoes the other's", async () => {
  const [ada, bob] = [await ofOffice('Ada'), await ofOffice('Bob')]
  const seen = version((await bob.call('GET /api/admin/settings')).headers.etag)
  const check = (who: TestPerson, confirmedSteps: string[], headers = {}) =>
    who.call('PUT /api/admin/settings', { body: { confirmedSteps }, headers })
  await check(ada, ['hours'], seen)
  const both = await check(bob, ['prices'], seen)
  expect(both).toMatchObject({ status: 200, body: { confirmedSteps: ['hours', 'prices'] } })
  // A step whose setting is saved with it.
  const withTax = await bob.call('PUT /api/admin/settings', {
    body: { salesTaxEnabled: false, confirmedSteps: ['tax'] },
    headers: seen,
  })
  expect(withTax.body.confirmedSteps).toEqual(['hours', 'prices', 'tax'])
  // An admin who has seen both may uncheck one.
  const alone = await check(bob, ['hours'], version(withTax.headers.etag))
  expect(alone.body.confirmedSteps).toEqual(['hours'])
})

test('the second of two admins changing a setting learns who changed it, and overwrites nothing', async () => {
  travelTo(new Date('2026-11-23T15:12:00Z'))
  const [ada, bob] = [await ofOffice('Ada'), await ofOffice('Bob')]
  const put = (who: TestPerson, body: object, headers = {}) =>
    who.call('PUT /api/admin/settings', { body, headers })
  const seen = version((await bob.call('GET /api/admin/settings')).headers.etag)
  await put(ada, { cancelFeeCents: 2500, slotCapacityMode: 'technicians' }, seen)
  const refused = await put(bob, { cancelFeeCents: 3000, slotCapacity: 4 }, seen)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: 'Ada changed this to $25.00 at Mon, Nov 23, 9:12 AM. Save again to replace it.',
      details: { reason: 'changed', by: 'Ada', now: { cancelFeeCents: 2500 } },
    },
  })
  expect(refused.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
    'cancelFeeCents',
  ])
  expect(currentSettings()).toMatchObject({ cancelFeeCents: 2500, slotCapacity: 1 })

  // Changing other settings, saving the same value, and saving again after seeing the change all work.
  expect((await put(bob, { slotCapacity: 4, cancelFeeCents: 2500 }, seen)).status).toBe(200)
  const knowing = version(`"${refused.body.details.version}"`)
  expect((await put(bob, { cancelFeeCents: 3000 }, knowing)).status).toBe(200)
  expect(currentSettings()).toMatchObject({ cancelFeeCents: 3000, slotCapacity: 4 })
  // Without the header nothing is compared; an unreadable version counts as outdated.
  expect((await put(ada, { cancelFeeCents: 100 })).status).toBe(200)
  expect((await put(ada, { cancelFeeCents: 200 }, version('"x"'))).status).toBe(409)
  travelBack()
})

test('of several concurrent changes to one setting one succeeds; changes to different settings all do', async () => {
  const people = await Promise.all(['Ada', 'Bob', 'Cem', 'Dee'].map(ofOffice))
  const seen = version((await people[0]?.call('GET /api/admin/settings'))?.headers.etag)
  const same = await Promise.all(
    people.map((who, n) =>
      who.call('PUT /api/admin/settings', { body: { replyHours: n + 1 }, headers: seen }),
    ),
  )
  expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const different = [
    { maxVisitsWithoutCard: 9 },
    { lowStockAt: 4 },
    { notDoneFeeCents: 500 },
    { autoAssign: true },
  ]
  const all = await Promise.all(
    people.map((who, n) =>
      who.call('PUT /api/admin/settings', { body: different[n] ?? {}, headers: seen }),
    ),
  )
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(currentSettings()).toMatchObject(Object.assign({}, ...different))
})

const store = async (changed: object) => {
  await db().update(settings).set({ changed })
  await loadSettings()
}

test.each([
  ['timeZone', 'Mars/Olympus', 'Time zone'],
  ['timeZone', 7, 'Time zone'],
  ['weeklyHours', { monday: 'all day' }, 'Service days and times'],
  ['serviceDays', null, 'Service days'],
  ['leadDays', 'soon', 'Earliest booking'],
  ['logo', 'picture.png', 'Logo'],
  ['reachedCountries', ['XX1'], 'Countries you text and call'],
] as const)(
  'a stored %s of %j is named in the log and replaced by its default',
  async (name, value, label) => {
    const admin = await app.as('admin')
    await admin.call('PUT /api/admin/settings', { body: { replyHours: 5 } })
    const lines = captureLog()
    await store({ replyHours: 5, [name]: value })
    expect(lines.join()).toContain(`The stored setting “${label}” (${name}) is not valid`)
    const read = await admin.call('GET /api/admin/settings')
    expect(read).toMatchObject({
      status: 200,
      body: { replyHours: 5, [name]: defaultSettings[name] },
    })
    expect((await app.call('GET /api/availability', { query: {} })).status).toBe(200)
    const saved = await admin.call('PUT /api/admin/settings', { body: { replyHours: 6 } })
    expect(saved).toMatchObject({ status: 200, body: { replyHours: 6 } })
  },
)

test('what a business uses is named part by part; what it does not name stays off', async () => {
  const admin = await app.as('admin')
  const uses = async () => (await admin.call('GET /api/admin/settings')).body.uses
  const put = (body: object) => admin.call('PUT /api/admin/settings', { body })
  expect(await uses()).toEqual(usesNothing)
  expect((await put({ uses: { waitlist: true } })).body.uses).toEqual({
    ...usesNothing,
    waitlist: true,
  })
  await put({ uses: {} })
  expect((await uses()).waitlist).toBe(true)
  for (const bad of [{ waitlist: 'yes' }, { rockets: true }, null, true])
    expect((await put({ uses: bad })).status).toBe(400)
  // Stored before any part existed.
  await store({ uses: {} })
  expect(await uses()).toEqual(usesNothing)
})

test('a stored row that is no object is named too', async () => {
  const admin = await app.as('admin')
  await admin.call('PUT /api/admin/settings', { body: { replyHours: 5 } })
  const lines = captureLog()
  await store([])
  expect(lines.join()).toContain('The stored settings are not an object')
  expect((await admin.call('GET /api/admin/settings')).status).toBe(200)
})
