import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { makeJob, makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { failImport, runImport } from './actions/run-import.ts'
import { customers, many, send, undo } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

test('undo skips customers used since, with the reason', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(6))
  const rows = await db().select().from(users).where(eq(users.role, 'customer'))
  const person = (n: number) => rows.find(({ email }) => email === `person${n}@example.com`)
  const idOf = (n: number) => person(n)?.id ?? ''
  const cars = await db().select().from(vehicles)
  const carOf = (n: number) => cars.find(({ customerId }) => customerId === idOf(n))?.id ?? ''
  await makeJob({ customerId: idOf(1), vehicleId: carOf(1) })
  if (person(2)) await (await app.as(person(2) as never)).call('GET /api/auth/user')
  await admin.call('PATCH /api/admin/customers/{id}', {
    params: { id: idOf(3) },
    body: { firstName: 'Petra' },
  })
  await makeVehicle(idOf(4))
  await admin.call('PATCH /api/vehicles/{id}', {
    params: { id: carOf(5) },
    body: { licensePlate: 'NEW5' },
  })
  const { body: undone } = await undo(admin, body.import.id)
  expect(undone.undo).toMatchObject({ customers: 1, vehicles: 4, keptCount: 7 })
  const kept = undone.undo.kept.map(
    ({ kind, name, reason }: { kind: string; name: string; reason: string }) =>
      `${kind} ${name} ${reason}`,
  )
  expect(kept.toSorted()).toEqual([
    'customer Person1 Miller visits',
    'customer Person2 Miller signed_in',
    'customer Person4 Miller cars',
    'customer Person5 Miller cars',
    'customer Petra Miller changed',
    'vehicle 2018 Honda Civic changed',
    'vehicle 2018 Honda Civic visits',
  ])
})

test('the remaining entries link to no one once they are deleted', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(1))
  const [person] = await db().select().from(users).where(eq(users.role, 'customer'))
  const params = { id: person?.id ?? '' }
  await admin.call('PATCH /api/admin/customers/{id}', { params, body: { firstName: 'Petra' } })
  await undo(admin, body.import.id)
  await admin.call('DELETE /api/admin/customers/{id}', { params })
  const [last] = (await admin.call('GET /api/admin/imports')).body
  expect(last.undo.kept.map(({ customerId }: { customerId: string }) => customerId)).toEqual(
    last.undo.kept.map(() => null),
  )
  expect(last.undo.kept).not.toEqual([])
})

test('undo leaves a car that was edited, even if changed back', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(3))
  const cars = await db().select().from(vehicles).orderBy(vehicles.licensePlate)
  const [recovered, corrected] = cars.map(({ id }) => ({ params: { id } }))
  const plate = (licensePlate: string) =>
    admin.call('PATCH /api/vehicles/{id}', { ...corrected!, body: { licensePlate } })
  await admin.call('DELETE /api/vehicles/{id}', recovered)
  expect((await admin.call('PUT /api/admin/vehicles/{id}/recover', recovered)).status).toBe(200)
  await plate('OTHER')
  expect((await plate('PLT2')).status).toBe(200)
  const { body: undone } = await undo(admin, body.import.id)
  expect(undone.undo).toMatchObject({ customers: 1, vehicles: 1, keptCount: 4 })
  expect((await db().select().from(vehicles)).map(({ id }) => id).toSorted()).toEqual(
    [recovered!.params.id, corrected!.params.id].toSorted(),
  )
})

test('a customer booking during an undo stays with the visit, or both are gone', async () => {
  const admin = await app.as('admin')
  const { body } = await send(admin, many(1))
  const [car] = await db().select().from(vehicles)
  const book = admin.call('POST /api/admin/bookings', {
    body: {
      customerId: car?.customerId,
      serviceAddress: '1 Main St, Austin, TX 78701',
      visits: [
        { vehicleId: car?.id, scheduledDate: '2026-11-25', scheduledTime: '8:00 AM - 10:00 AM' },
      ],
    },
  })
  const [undone, booked] = await Promise.all([undo(admin, body.import.id), book])
  expect(undone.status).toBe(200)
  expect(booked.status).toBeLessThan(500)
  expect(await customers()).toBe(booked.status === 201 ? 1 : 0)
})

test('undoing imports oldest first removes what only later ones kept', async () => {
  const admin = await app.as('admin')
  await makePackage()
  const first = (await send(admin, many(2))).body.import
  const visits =
    'Email,First name,Last name,Vehicle,Plate,Date,Amount\nperson1@example.com,Person1,Miller,2018 Honda Civic,PLT1,5/4/2026,50'
  const second = (await send(admin, visits)).body.import
  expect(second.counts).toMatchObject({ newVisits: 1, newCustomers: 0 })
  expect((await undo(admin, first.id)).body.undo).toMatchObject({ customers: 1, keptCount: 2 })
  expect((await undo(admin, second.id)).body.undo).toMatchObject({ visits: 1, keptCount: 0 })
  expect(await customers()).toBe(0)
  const shown = (await admin.call('GET /api/admin/imports')).body
  expect(shown.find(({ id }: { id: string }) => id === first.id).undo).toMatchObject({
    customers: 2,
    keptCount: 0,
  })
})

test('details filled into an existing customer are taken back, unless changed since', async () => {
  const admin = await app.as('admin')
  const phone = (n: number) => `+1512555010${n}`
  const known = []
  for (const n of [1, 2])
    known.push(
      await makeUser({ firstName: `Ann${n}`, lastName: 'Lee', email: null, phone: phone(n) }),
    )
  const rows = [1, 2].map((n) => `Ann${n} Lee,ann${n}@lee.example,${phone(n)}`)
  const { body } = await send(admin, ['Name,Email,Phone', ...rows].join('\n'))
  expect(body.import.canUndo).toBe(true)
  await admin.call('PATCH /api/admin/customers/{id}', {
    params: { id: known[1]?.id ?? '' },
    body: { email: 'new@lee.example' },
  })
  expect((await undo(admin, body.import.id)).body.undo.kept).toMatchObject([
    { kind: 'email', reason: 'changed' },
  ])
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(Object.fromEntries(people.map(({ firstName, email }) => [firstName, email]))).toEqual({
    Ann1: null,
    Ann2: 'new@lee.example',
  })
})

test('a stuck import is listed and can be undone', async () => {
  const admin = await app.as('admin')
  const { id } = (await send(admin, many(301))).body.import
  let asked = 0
  await runImport(id, () => asked++ > 0)
  await failImport(id)
  const [failed] = (await admin.call('GET /api/admin/imports')).body
  expect(failed).toMatchObject({ state: 'failed', canUndo: true })
  await undo(admin, id)
  expect(await customers()).toBe(0)
})
