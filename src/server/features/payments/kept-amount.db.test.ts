import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db, transaction } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { isActiveJob, type JobStatus, jobStatuses } from '#shared/rules/jobs.ts'
import { amountCents } from '#shared/rules/visit-cost.ts'

useTestDatabase()

const cents = fc.integer({ min: -20_000, max: 20_000 })
const change = fc.oneof(
  fc.record({ status: fc.constantFrom(...jobStatuses) }),
  fc.record({ day: fc.integer({ min: 10, max: 28 }) }),
  fc.record({ technician: fc.constantFrom(0, 1, 2) }),
  fc.record({ extras: cents }),
  fc.record({ addons: cents }),
  fc.record({ package: cents }),
  fc.record({ taxable: cents }),
  fc.record({ rate: fc.constantFrom(null, 0, 825, 1333, 2000) }),
  fc.record({ adjustment: cents }),
  fc.record({ fee: fc.constantFrom(0, 2500) }),
  fc.record({ captured: fc.constantFrom(0, 12_999) }),
  fc.record({ tip: fc.constantFrom(0, 2000) }),
)
type Change = typeof change extends fc.Arbitrary<infer V> ? V : never

/** A transaction that changes visit and payment locks the visit first, like the verbs. */
const isOfVisit = (one: Change) =>
  !('adjustment' in one || 'fee' in one || 'captured' in one || 'tip' in one)

async function make(id: string, one: Change, technicians: (string | null)[]): Promise<unknown> {
  const ofVisit = (set: PgUpdateSetSource<typeof jobs>) =>
    db().update(jobs).set(set).where(eq(jobs.id, id))
  const ofPayment = (set: PgUpdateSetSource<typeof paymentAccounts>) =>
    db().update(paymentAccounts).set(set).where(eq(paymentAccounts.jobId, id))
  if ('status' in one) return ofVisit({ status: one.status })
  if ('day' in one) return ofVisit({ serviceDate: `2030-02-${one.day}` })
  if ('technician' in one) return ofVisit({ technicianId: technicians[one.technician] ?? null })
  if ('extras' in one) return ofVisit({ extrasCents: sql`${jobs.extrasCents} + ${one.extras}` })
  if ('addons' in one) return ofVisit({ addonsCents: sql`${jobs.addonsCents} + ${one.addons}` })
  if ('taxable' in one) return ofVisit({ taxableCents: sql`${jobs.taxableCents} + ${one.taxable}` })
  if ('rate' in one) return ofVisit({ taxRateBp: one.rate })
  if ('package' in one) return ofVisit({ packageCents: one.package })
  if ('fee' in one) return ofPayment({ feeCents: one.fee })
  if ('captured' in one) return ofPayment({ capturedCents: one.captured })
  if ('tip' in one) return ofPayment({ tipGivenCents: one.tip, tipCents: one.tip })
  const { adjustmentCents } = paymentAccounts
  return ofPayment({ adjustmentCents: sql`${adjustmentCents} + ${one.adjustment}` })
}

async function expectKept(id: string): Promise<void> {
  const [row] = await db()
    .select({ job: jobs, payment: paymentAccounts })
    .from(jobs)
    .innerJoin(paymentAccounts, eq(paymentAccounts.jobId, jobs.id))
    .where(eq(jobs.id, id))
  if (!row) throw new Error('The visit is gone')
  expect(row.payment).toMatchObject({
    amountCents: amountCents(row.job, row.payment),
    visitOver: !isActiveJob(row.job.status),
    visitOn: row.job.serviceDate,
    technicianId: row.job.technicianId,
  })
}

test("under concurrent changes of visit and payment, the stored amount equals the rules' amount", async () => {
  const { id } = await makeJob()
  const technicians = [
    (await makeUser({ role: 'technician' })).id,
    (await makeUser({ role: 'technician' })).id,
    null,
  ]
  await expectKept(id)
  const together = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 4 }), async (rounds) => {
      for (const round of rounds) {
        await Promise.all(
          round.map((changes) =>
            transaction(async () => {
              for (const one of changes.toSorted((a, b) => +isOfVisit(b) - +isOfVisit(a)))
                await make(id, one, technicians)
            }),
          ),
        )
        await expectKept(id)
      }
    }),
    { numRuns: 40, endOnFailure: true },
  )
})

test.each<[JobStatus, number]>([
  ['scheduled', 12_999],
  ['completed', 12_999],
  ['cancelled', 0],
])('a visit inserted as %s is stored as that from the start', async (status, expected) => {
  const { id } = await makeJob({ status, packageCents: 12_999 })
  const [payment] = await db().select().from(paymentAccounts).where(eq(paymentAccounts.jobId, id))
  expect(payment?.amountCents).toBe(expected)
  await expectKept(id)
})
