import { businessToday } from '#server/base/business-time.ts'
import { finishCoalescedCalls } from '#server/database/coalesce-calls.ts'
import { customerWithCar } from '#server/features/booking/test-customer.ts'
import { testNetwork } from '#server/features/payments/test-network.ts'
import type { TestApp, TestPerson } from '#server/testing/test-app.ts'
import { addDays, addMonths } from '#shared/rules/calendar.ts'
import { labelAt } from '#shared/rules/test-slots.ts'
import { runPlans } from './actions/run-plans.ts'

export const address = '12 Elm Street, Austin, TX 78701'

/** What the task does until nothing is left to do. */
export async function plansRun(): Promise<void> {
  await finishCoalescedCalls()
  await runPlans()
  await finishCoalescedCalls()
}

export async function addPlan(admin: TestPerson, servicePackageId: string, more: object = {}) {
  const { status, body } = await admin.call('POST /api/admin/plans', {
    body: { name: 'Care', servicePackageId, everyMonths: 6, percent: 10, ...more },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as { id: string; version: number }
}

/** A customer with a car, a saved card and a plan for it. */
export async function customerForPlan(app: TestApp, admin: TestPerson, terms: object = {}) {
  const customer = await customerWithCar(app)
  const sourceId = await testNetwork.mintToken({ outcome: 'ok', brand: 'Visa', last4: '1111' })
  const card = await customer.call('POST /api/payments/cards', { body: { sourceId } })
  const plan = await addPlan(admin, customer.oilPackage.id, terms)
  const cardId = card.body.id as string
  const form = {
    planId: plan.id,
    vehicleId: customer.car.id,
    cardId,
    serviceAddress: address,
    time: labelAt(2),
  }
  const join = (more: object = {}) =>
    customer.call('POST /api/subscriptions', { body: { ...form, ...more } })
  return { ...customer, plan, cardId, join }
}

/** The same as a member whose service is due in `days`. */
export async function member(app: TestApp, admin: TestPerson, days: number, more: object = {}) {
  const { autoBook, ...terms } = more as { autoBook?: boolean }
  const customer = await customerForPlan(app, admin, { everyMonths: 3, ...terms })
  const { status, body } = await customer.join({
    lastServiceOn: addMonths(addDays(businessToday(), days), -3),
    ...(autoBook && { autoBook }),
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const id = body.id as string
  const act = (what: 'pause' | 'resume' | 'skip' | 'cancel', form?: object) =>
    customer.call(`POST /api/subscriptions/{id}/${what}`, { params: { id }, body: form })
  const own = async () => (await customer.call('GET /api/subscriptions')).body[0]
  return { ...customer, id, act, own, dueOn: body.nextDue as string }
}
