import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { customerNotes, places } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { makePackage } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { send } from './test-imports.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

beforeEach(() => makePackage())

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', `${name}.csv`))

const [elm, oak] = ['12 Elm St, Apt 4, Austin, TX 78701', '400 Oak Ave, Austin, TX 78702']
const bennett = 'Bennett Plumbing, LLC'

async function everyone() {
  const people = await db()
    .select()
    .from(users)
    .where(eq(users.role, 'customer'))
    .orderBy(asc(users.createdAt))
  return Promise.all(
    people.map(async ({ id, firstName, lastName, email, phone }) => {
      const saved = await db().select().from(places).where(eq(places.customerId, id))
      const notes = await db().select().from(customerNotes).where(eq(customerNotes.customerId, id))
      return {
        name: `${firstName} ${lastName}`.trim(),
        email,
        phone,
        places: saved.map(({ address }) => address),
        notes: notes.map(({ note }) => note),
      }
    }),
  )
}

test.each([
  [
    'jobber-clients',
    ['Other e-mail: ann.work@lee.example\nOther phone: (512) 555-0101, Main Phone #s'],
    {
      places: ['400 Oak Ave, Suite 2, Austin, TX 78702'],
      notes: ['Billing address: PO Box 77, Austin, TX 78702'],
    },
  ],
  [
    'housecall-pro-customers',
    ['Other phone: (512) 555-0101, Home Number\nGate code 4711'],
    { places: [oak], notes: [] },
  ],
  [
    'quickbooks-customers',
    ['Other phone: (512) 555-0101, Phone'],
    { places: [oak], notes: ['Other e-mail: billing@bennett.example'] },
  ],
  ['quickbooks-customers-desktop', [], { places: [oak], notes: [] }],
  ['square-customers', ['Gate code 4711'], { places: [oak], notes: [] }],
] as const)('an export by %s keeps phones, addresses and e-mails', async (name, notes, company) => {
  const admin = await app.as('admin')
  const { body } = await send(admin, fixture(name))
  expect(body.import.counts.partRows).toBe(name === 'square-customers' ? 2 : 0)
  const people = await everyone()
  expect(people[0]).toEqual({
    name: 'Ann Lee',
    email: 'ann@lee.example',
    phone: '+15125550102',
    places: expect.arrayContaining([elm]),
    notes,
  })
  expect(people.find((one) => one.name === bennett)).toEqual({
    name: bennett,
    email: 'office@bennett.example',
    phone: '+15125550103',
    ...company,
  })
  const others = people.filter((one) => one.name !== bennett).map((one) => one.name)
  expect(others).toEqual(
    { 'quickbooks-customers': ['Ann Lee', 'Cy Poe'] }[name as string] ??
      { 'quickbooks-customers-desktop': ['Ann Lee', 'Victor Harlan Jr.'] }[name as string] ?? [
        'Ann Lee',
      ],
  )
  // The same file again finds everyone.
  expect((await send(admin, fixture(name))).body.import.counts).toMatchObject({
    newCustomers: 0,
    newPlaces: 0,
  })
})

test('subscribers to e-mails agree to reminders, and no one else does', async () => {
  await send(await app.as('admin'), fixture('square-customers'))
  const people = await db().select().from(users).where(eq(users.role, 'customer'))
  expect(
    people.map(({ email, marketingEmails }) => `${email} ${marketingEmails}`).toSorted(),
  ).toEqual(['ann@lee.example true', 'office@bennett.example false'])
})
