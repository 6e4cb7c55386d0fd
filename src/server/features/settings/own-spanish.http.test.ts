import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { addonLineOf, makeAddon, makeJob, makePackage } from '#server/database/test-factories.ts'
import { bookVisit } from '#server/features/payments/test-visits.ts'
import { describeVisit } from '#server/events/describe-visit.ts'
import { inLanguage } from '#server/base/language.ts'
import { loadJob } from '#server/reads/visits.ts'
import { textOfPdf } from '#server/features/receipts/test-pdf.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'

const app = useTestApp()
let admin: TestPerson
const spanish = { headers: { 'accept-language': 'es' } }
const write = (ownSpanish: Record<string, string>) =>
  admin.call('PUT /api/admin/settings', { body: { ownSpanish, claims: ['Insured'] } })

beforeEach(async () => {
  admin = await app.as('admin')
})

test("packages, add-ons and promises are in the reader's language, in English without Spanish", async () => {
  await makePackage({ name: 'Gold', description: 'Shiny', features: ['One', 'Two'] })
  await makeAddon({ name: 'Wax' })
  await write({ Gold: 'Oro', One: 'Uno', Wax: 'Cera', Insured: 'Asegurados', Two: 'Dos' })
  const read = async (input = {}) => ({
    offer: (await app.call('GET /api/service-packages', input)).body[0],
    addon: (await app.call('GET /api/addon-services', input)).body[0],
    claims: (await app.call('GET /api/config', input)).body.claims,
  })
  expect(await read(spanish)).toMatchObject({
    offer: { name: 'Oro', description: 'Shiny', features: ['Uno', 'Dos'] },
    addon: { name: 'Cera' },
    claims: ['Asegurados'],
  })
  expect(await read()).toMatchObject({
    offer: { name: 'Gold', features: ['One', 'Two'] },
    addon: { name: 'Wax' },
    claims: ['Insured'],
  })
})

test('visits, receipts and messages name the package and add-ons in Spanish', async () => {
  const customer = await app.as('customer')
  const id = await bookVisit(customer, { status: 'completed' })
  await db().update(servicePackages).set({ name: 'Gold' })
  const wax = await makeAddon({ name: 'Wax' })
  await db()
    .insert(jobLines)
    .values(addonLineOf(id, wax, 1000))
  await write({ Gold: 'Oro', Wax: 'Cera' })
  const input = { params: { id }, ...spanish }
  const job = (await customer.call('GET /api/jobs/{id}', input)).body
  expect([job.servicePackageName, job.addons[0].name]).toEqual(['Oro', 'Cera'])
  const receipt = (await customer.call('GET /api/jobs/{id}/receipt', input)).body
  expect(receipt.lines.map(({ name }: { name: string }) => name)).toEqual(['Oro', 'Cera'])
  const { bytes } = await customer.call('GET /api/jobs/{id}/receipt.pdf', input)
  expect(textOfPdf(bytes)).toContain('Cera')
  const row = await loadJob({ ...customer.user, role: 'admin', active: true }, id)
  expect(inLanguage('es', () => describeVisit(row))).toContain('Servicio: Oro, Cera')
  expect(inLanguage('en', () => describeVisit(row))).toContain('Service: Gold, Wax')
})

test.each<[Record<string, string>, number]>([
  [{ Gold: ' ' }, 400],
  [{ Gold: 'x'.repeat(701) }, 400],
  [Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`t${at}`, 'x'])), 400],
  [{ constructor: 'Obra', Gold: 'Oro' }, 200],
])('%o is answered %i', async (ownSpanish, status) => {
  expect((await write(ownSpanish)).status).toBe(status)
})

test('extras are in the reader’s language: presets, and what the owner wrote Spanish for', async () => {
  const customer = await app.as('customer')
  const technician = await app.as('technician')
  const job = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: customer.user.id,
  })
  const params = { id: job.id }
  await write({ 'Rear wiper': 'Limpiaparabrisas trasero' })
  const preset = 'Additional quart of conventional oil'
  const add = (description: string, unitPrice: string, input = {}) =>
    technician.call('POST /api/jobs/{id}/extras', {
      params,
      body: { serviceType: 'other', description, unitPrice },
      ...input,
    })
  await add('Rear wiper', '150')
  // Typed or picked on a Spanish phone.
  await add('Cuarto de galón adicional de aceite convencional', '6.99', spanish)
  await add('Limpiaparabrisas trasero', '5', spanish)
  await add('Fusible', '5', spanish)
  const read = async (input = {}) =>
    (await customer.call('GET /api/jobs/{id}/extras', { params, ...input })).body
  const described = async (input = {}) =>
    (await read(input)).map(({ description }: { description: string }) => description)
  expect(await described()).toEqual(['Rear wiper', preset, 'Rear wiper', 'Fusible'])
  const inSpanish = await read(spanish)
  expect(inSpanish.map(({ description }: { description: string }) => description)).toEqual([
    'Limpiaparabrisas trasero',
    'Cuarto de galón adicional de aceite convencional',
    'Limpiaparabrisas trasero',
    'Fusible',
  ])
  const bell = (await customer.call('GET /api/notifications', spanish)).body.at(-1).message
  expect(bell).toBe('Limpiaparabrisas trasero. Solo se cobra si usted acepta.')
  const { id, estimateId, description, quantity, totalPrice } = inSpanish[0]
  const decided = await customer.call('POST /api/estimates/{id}/answer', {
    params: { id: estimateId },
    body: {
      approved: [id],
      method: 'link',
      person: 'Ana',
      seen: [{ id, description, quantity, totalPrice }],
    },
    ...spanish,
  })
  expect(decided.status).toBe(200)
})
