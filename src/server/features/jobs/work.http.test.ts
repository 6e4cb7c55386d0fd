import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { type JobRow, makeAddon, makeJob } from '#server/database/test-factories.ts'
import { products } from '#server/database/tables/catalog.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { type ChecklistItemId, checklistIds } from '#shared/rules/checklist.ts'

const app = useTestApp()
let technician: TestPerson
let job: JobRow
let params: { id: string }
beforeEach(async () => {
  technician = await app.as('technician')
  job = await makeJob({ status: 'in_progress', technicianId: technician.user.id })
  params = { id: job.id }
})

const wiper = {
  serviceType: 'windshield_wiper',
  description: 'Front wiper blade',
  unitPrice: '24.95',
  quantity: 2,
}
const addExtra = (body: unknown = wiper, headers = {}) =>
  technician.call('POST /api/jobs/{id}/extras', { params, body, headers })
const read = async () => (await technician.call('GET /api/jobs/{id}', { params })).body
const setStatus = (status: JobRow['status']) =>
  db().update(jobs).set({ status }).where(eq(jobs.id, job.id))

describe('extras', () => {
  test('are added up in cents', async () => {
    const first = await addExtra()
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      id: expect.any(String),
      serviceType: 'windshield_wiper',
      description: 'Front wiper blade',
      unitPrice: 24.95,
      quantity: 2,
      totalPrice: 49.9,
      approval: 'not_needed',
    })
    await addExtra({ serviceType: 'other', description: 'Bulb', unitPrice: 0.1 })
    expect(await read()).toMatchObject({
      totalAmount: '129.99',
      extrasAmount: '50.00',
      finalAmount: '179.99',
    })
    const list = await technician.call('GET /api/jobs/{id}/extras', { params })
    expect(list.body.map((extra: { description: string }) => extra.description)).toEqual([
      'Front wiper blade',
      'Bulb',
    ])
  })

  test("concurrent ones are all counted, up to the customer's limit", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => addExtra()))
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    const approvals = answers.map(({ body }) => body.approval)
    expect(approvals.filter((approval) => approval === 'not_needed')).toHaveLength(2)
    expect((await read()).extrasAmount).toBe('99.80')
    expect(await db().$count(jobEvents)).toBe(20)
  })

  test('are charged once per key', async () => {
    const [first, again] = [
      await addExtra(wiper, { 'idempotency-key': 'wiper' }),
      await addExtra(wiper, { 'idempotency-key': 'wiper' }),
    ]
    expect(again.body).toEqual(first.body)
    expect((await read()).extrasAmount).toBe('49.90')
  })

  test.each([
    ['three decimals', { unitPrice: '1.999' }],
    ['a negative price', { unitPrice: -1 }],
    ['more than anything costs', { unitPrice: 9000 }],
    ['no description', { description: ' ' }],
    ['an unknown type', { serviceType: 'engine_swap' }],
    ['half a piece', { quantity: 0.5 }],
  ])('with %s are refused', async (_, wrong) => {
    expect((await addExtra({ ...wiper, ...wrong })).status).toBe(400)
    expect((await read()).extrasAmount).toBe('0.00')
  })
})

describe('add-ons', () => {
  const add = (addonServiceId: string) =>
    technician.call('POST /api/jobs/{id}/addons', {
      params,
      body: { addonServiceId, addedByTechnician: true },
    })

  test('cost the catalog price, once each', async () => {
    const addon = await makeAddon()
    const first = await add(addon.id)
    expect([first.status, first.body.price]).toEqual([201, '12.50'])
    await db().update(products).set({ priceCents: 9999 })
    const again = await add(addon.id)
    expect([again.status, again.body.message]).toEqual([
      409,
      'This add-on is already part of the visit.',
    ])
    expect(await read()).toMatchObject({ addonsAmount: '12.50', finalAmount: '142.49' })
    const list = await technician.call('GET /api/jobs/{id}/addons', { params })
    expect(list.body).toEqual([first.body])
  })

  test('off sale or unknown are not found', async () => {
    const addon = await makeAddon({ onSale: false })
    expect((await add(addon.id)).status).toBe(404)
    expect((await add(job.id)).status).toBe(404)
  })
})

test('ticks are stored in order of work, each once', async () => {
  const items = ['oil_filled', 'oil_drained', 'oil_filled']
  const answer = await technician.call('PUT /api/jobs/{id}/checklist', { params, body: { items } })
  expect(answer.body.checklist).toEqual(['oil_drained', 'oil_filled'])
  const unknown = { items: ['coffee'] }
  expect(
    (await technician.call('PUT /api/jobs/{id}/checklist', { params, body: unknown })).status,
  ).toBe(400)
})

test('concurrent ticks do not revert each other', async () => {
  const tick = (body: { items: ChecklistItemId[]; seen: ChecklistItemId[] }) =>
    technician.call('PUT /api/jobs/{id}/checklist', { params, body })
  await Promise.all(checklistIds.map((id) => tick({ items: [id], seen: [] })))
  expect((await read()).checklist).toEqual(checklistIds)
  const { body } = await tick({ items: ['oil_filled'], seen: ['oil_filled', 'oil_drained'] })
  expect(body.checklist).toEqual(checklistIds.filter((id) => id !== 'oil_drained'))
})

test('blank notes are refused when there are none, and clear existing ones', async () => {
  const save = (technicianNotes: string) =>
    technician.call('PUT /api/jobs/{id}/notes', { params, body: { technicianNotes } })
  for (const blank of ['', '  ', '\u200B \u2060']) {
    const { status, body } = await save(blank)
    expect([status, body.message]).toEqual([400, 'Please write a note first'])
  }
  expect((await save(' Rusty drain plug ')).body.technicianNotes).toBe('Rusty drain plug')
  // The second one comes from another phone, or is a retry.
  for (const blank of ['  ', '']) {
    const cleared = await save(blank)
    expect([cleared.status, cleared.body.technicianNotes]).toEqual([200, ''])
  }
})

const writes = {
  extra: (who: TestPerson) => who.call('POST /api/jobs/{id}/extras', { params, body: wiper }),
  addon: async (who: TestPerson) =>
    who.call('POST /api/jobs/{id}/addons', {
      params,
      body: { addonServiceId: (await makeAddon()).id },
    }),
  checklist: (who: TestPerson) =>
    who.call('PUT /api/jobs/{id}/checklist', { params, body: { items: ['oil_filled'] } }),
  notes: (who: TestPerson) =>
    who.call('PUT /api/jobs/{id}/notes', { params, body: { technicianNotes: 'Note' } }),
}

test.each(Object.entries(writes))(
  '%s: open until the visit is over, for its people',
  async (_, write) => {
    for (const status of ['assigned', 'in_progress'] as const) {
      await setStatus(status)
      expect((await write(technician)).status).toBeLessThan(300)
    }
    for (const status of ['completed', 'cancelled'] as const) {
      await setStatus(status)
      expect((await write(technician)).status).toBe(409)
    }
    expect((await write(await app.as('technician'))).status).toBe(404)
    expect((await write(await app.as('customer'))).status).toBe(403)
  },
)
