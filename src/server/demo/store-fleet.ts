import { eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { companies, companyMembers } from '#server/database/tables/companies.ts'
import { places } from '#server/database/tables/customers.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { People } from './plan-people.ts'
import { seededRandom } from './random.ts'

/** Makes the first fleet a company: its owner becomes its manager, and the demo's customer drives one of its cars. */
export async function storeFleet(
  { main, households }: People,
  now: Date,
): Promise<{ accountId: string }> {
  const fleet = households.find((one) => one.fleet)
  if (!fleet) throw new Error('The demo has no fleet.')
  const random = seededRandom(16)
  const { id: accountId, email, lastName, createdAt } = fleet.user
  const [, surname = '', company = ''] = /^(.*) \((.*)\)$/.exec(lastName ?? '') ?? []
  await db()
    .update(users)
    .set({
      firstName: company,
      lastName: '',
      email: null,
      lastLoginAt: null,
      loginCount: 0,
      smsNotifications: false,
      invoicing: {
        company: '',
        address: fleet.address,
        email: '',
        purchaseOrder: '',
        termsDays: 30,
      },
    })
    .where(eq(users.id, accountId))
  const manager = { ...fleet.user, id: random.uuid(), lastName: surname, phone: '+15125550199' }
  await db().insert(users).values(manager)
  const companyId = random.uuid()
  await db()
    .insert(companies)
    .values({
      id: companyId,
      accountId,
      billingEmail: email ?? '',
      billingAddress: fleet.address,
      poRequired: true,
      odometerRequired: true,
      netDays: 30,
      createdAt,
    })
  await db()
    .insert(companyMembers)
    .values([
      { id: random.uuid(), companyId, userId: manager.id, role: 'manager', joinedAt: createdAt },
      { id: random.uuid(), companyId, userId: main.user.id, role: 'driver', joinedAt: now },
    ])
  for (const [n, { id }] of fleet.cars.entries())
    await db()
      .update(vehicles)
      .set({ unitNumber: String(101 + n), ...(n === 0 && { driverId: main.user.id }) })
      .where(eq(vehicles.id, id))
  await db().insert(places).values({
    id: random.uuid(),
    customerId: accountId,
    name: 'Main yard',
    address: fleet.address,
    accessNotes: 'Gate code 4471. The vans stand along the fence.',
    createdAt,
  })
  return { accountId }
}

/** The company's visits are paid by statement, with a PO number each. */
export async function putOnInvoice({ accountId }: { accountId: string }): Promise<void> {
  await db()
    .update(jobs)
    .set({ onInvoice: true, poNumber: sql`(4000 + ${jobs.number})::text` })
    .where(eq(jobs.customerId, accountId))
}
