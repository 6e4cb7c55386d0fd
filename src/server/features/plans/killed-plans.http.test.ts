import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRow } from '#server/database/database.ts'
import { makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { planPeriods, plans, planVersions, subscriptions } from '#server/database/tables/plans.ts'
import { waitlistOffers } from '#server/database/tables/waitlist.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { slotAt } from '#shared/rules/test-slots.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { address } from './test-members.ts'

useTestApp()

/** Members whose service is due; every second one has it booked without asking. */
async function makeMembers(count: number): Promise<void> {
  const { id: servicePackageId } = await makePackage()
  const [plan] = await db().insert(plans).values({ name: 'Care', description: '' }).returning()
  const [version] = await db()
    .insert(planVersions)
    .values({ planId: plan?.id ?? '', number: 1, servicePackageId, everyMonths: 6 })
    .returning()
  const today = businessToday()
  for (let n = 0; n < count; n++) {
    const customer = await makeUser({ firstName: 'Pat', phone: '+15125550177' })
    const { id: vehicleId } = await makeVehicle(customer.id)
    await db()
      .insert(subscriptions)
      .values({
        customerId: customer.id,
        vehicleId,
        planVersionId: version?.id ?? '',
        anchorOn: addDays(today, 10),
        passed: -1,
        notBefore: today,
        termFrom: today,
        serviceAddress: address,
        slot: slotAt(1),
        autoBook: n % 2 === 0,
      })
  }
}

async function startRunner(url: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./test-plan-runner.ts', import.meta.url)), [url], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'two processes that are killed again and again handle each due service once',
  async () => {
    await changeSettings({ slotCapacity: 4, uses: usesEverything })
    await makeMembers(24)
    const found = await queryRow<{ name: string }>({
      name: 'own-database',
      text: 'select current_database() as name',
    })
    const url = new URL(inject('serverUrl'))
    url.pathname = `/${found?.name}`
    let [one, two] = await Promise.all([startRunner(url.href), startRunner(url.href)])
    for (let round = 0; round < 3; round++) {
      await setTimeout(60 + round * 120)
      await Promise.all([kill(one), kill(two)])
      ;[one, two] = await Promise.all([startRunner(url.href), startRunner(url.href)])
    }
    // A whole run of both, begun after the last kill.
    await Promise.all([once(one, 'message'), once(two, 'message')])
    await Promise.all([once(one, 'message'), once(two, 'message')])
    await Promise.all([kill(one), kill(two)])

    const periods = await db().select().from(planPeriods)
    expect(periods).toHaveLength(24)
    expect(new Set(periods.map(({ subscriptionId }) => subscriptionId)).size).toBe(24)
    const inState = (state: string) => periods.filter((period) => period.state === state).length
    expect([inState('booked'), inState('proposed')]).toEqual([12, 12])
    const visits = await db().select().from(jobs)
    expect(new Set(visits.map(({ vehicleId }) => vehicleId)).size).toBe(12)
    expect(visits).toHaveLength(12)
    const held = (await db().select().from(waitlistOffers)).filter(({ endedAt }) => !endedAt)
    expect(new Set(held.map(({ planPeriodId }) => planPeriodId)).size).toBe(12)
    expect(held).toHaveLength(12)
  },
  60_000,
)
