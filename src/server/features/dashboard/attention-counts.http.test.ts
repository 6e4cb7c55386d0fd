import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFromSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { AttentionGroup, AttentionKind } from '#shared/contract/attention.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { jobStatuses } from '#shared/rules/jobs.ts'
import { paymentStates } from '#shared/rules/payments.ts'
import { setupSteps } from '#shared/rules/setup.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

/** Wednesday, November 18, 2026, 12:00 in Chicago. */
const app = useTestApp({ at: new Date('2026-11-18T18:00:00Z') })
const today = '2026-11-18'

// A new business's setup is tested elsewhere.
beforeEach(async () => {
  startFromSettings({ confirmedSteps: setupSteps.map(({ step }) => step) })
  await makePackage()
})
afterAll(() => startFromSettings({}))

test("for any visits, each kind's count equals counting them one by one", async () => {
  const admin = await app.as('admin')
  const { id: customerId } = await makeUser()
  const { id: technicianId } = await makeUser({ role: 'technician' })
  const visit = fc.record({
    status: fc.constantFrom(...jobStatuses),
    state: fc.constantFrom(...paymentStates),
    days: fc.integer({ min: -3, max: 4 }),
    request: fc.boolean(),
    feeHours: fc.option(fc.integer({ min: -2, max: 2 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { maxLength: 12 }), async (visits) => {
      await db().delete(paymentAccounts)
      await db().delete(jobs)
      for (const [at, { status, state, days, request, feeHours }] of visits.entries()) {
        const isRequest = request && status === 'scheduled'
        const job = await makeJob({
          customerId,
          status,
          serviceDate: addDays(today, days),
          slot: slotAt((at % 5) + 1),
          seat: isRequest ? null : at + 1,
          needsConfirmation: isRequest,
          technicianId: status === 'completed' ? technicianId : null,
          feeDecisionUntil:
            feeHours === null ? null : new Date(Date.UTC(2026, 10, 18, 18 + feeHours)),
        }).catch(() => undefined)
        if (job)
          await db().update(paymentAccounts).set({ state }).where(eq(paymentAccounts.jobId, job.id))
      }
      const stored = await db()
        .select()
        .from(jobs)
        .innerJoin(paymentAccounts, eq(paymentAccounts.jobId, jobs.id))
      const count = (is: (row: (typeof stored)[number]) => boolean) => stored.filter(is).length
      const plain: [AttentionKind, number][] = [
        ['requests', count(({ jobs: j }) => j.needsConfirmation)],
        [
          'unassigned',
          count(
            ({ jobs: j }) =>
              j.status === 'scheduled' &&
              !j.needsConfirmation &&
              ['2026-11-18', '2026-11-19', '2026-11-20'].includes(j.serviceDate),
          ),
        ],
        [
          'closed_times',
          count(
            ({ jobs: j }) =>
              ['scheduled', 'assigned'].includes(j.status) &&
              !j.needsConfirmation &&
              j.serviceDate === '2026-11-22',
          ),
        ],
        [
          'fee_decisions',
          count(
            ({ jobs: j }) => (j.feeDecisionUntil?.getTime() ?? 0) > Date.UTC(2026, 10, 18, 18, 1),
          ),
        ],
        ['failed', count(({ payment_accounts: m }) => m.state === 'failed')],
        [
          'unpaid',
          count(
            ({ jobs: j, payment_accounts: m }) =>
              m.state === 'balance_due' && (j.status === 'completed' || j.status === 'cancelled'),
          ),
        ],
        [
          'not_ended',
          count(
            ({ jobs: j }) =>
              j.serviceDate < today &&
              !j.needsConfirmation &&
              j.status !== 'completed' &&
              j.status !== 'cancelled',
          ),
        ],
      ]
      const { body } = await admin.call('GET /api/admin/attention')
      const counted = (body as AttentionGroup[]).map(({ kind, count: found }) => [kind, found])
      expect(counted).toEqual(plain.filter(([, some]) => some > 0))
    }),
    { numRuns: 12 },
  )
})
