import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { customerWithCar, monday, tuesday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { deactivateTechnician } from '#server/features/technicians/actions/deactivate-technician.ts'
import { deleteVehicle } from '#server/features/vehicles/actions/delete-vehicle.ts'
import { Conflict } from '#server/http/errors.ts'
import { loadJob } from '#server/reads/visits.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { addExtra } from './actions/add-extra.ts'
import { assignJob } from './actions/assign-job.ts'
import { changeActiveJob, transitionJob } from './actions/change-job.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let admin: TestPerson
let technician: TestPerson
beforeEach(async () => {
  travelTo(monday)
  admin = await app.as('admin')
  technician = await app.as('technician')
})

const asAdmin = () => ({ id: admin.user.id, role: 'admin' as const, active: true })

/** Runs `call` after `act` has finished its work but before it commits. */
async function whileUncommitted<T>(act: () => Promise<void>, call: () => Promise<T>): Promise<T> {
  const acted = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const first = transaction(async () => {
    await act()
    acted.resolve()
    await commit.promise
  })
  await acted.promise
  const answer = call()
  await pause(300)
  commit.resolve()
  await first
  return answer
}

const technicianOf = async (id: string) =>
  (await db().select().from(jobs).where(eq(jobs.id, id)))[0]?.technicianId

const deactivate = () => deactivateTechnician(asAdmin(), technician.user.id)

test('a technician being deactivated cannot claim a visit', async () => {
  const { id } = await makeJob({ status: 'scheduled' })
  const claim = await whileUncommitted(deactivate, () =>
    technician.call('POST /api/jobs/{id}/claim', { params: { id } }),
  )
  expect([401, 404]).toContain(claim.status)
  expect(await technicianOf(id)).toBe(null)
})

test('auto-assign does not pick a technician being deactivated', async () => {
  await changeSettings({ autoAssign: true })
  const { form, ...customer } = await customerWithCar(app)
  const booked = await whileUncommitted(deactivate, () =>
    customer.call('POST /api/jobs', { body: form }),
  )
  expect(booked.status).toBe(201)
  expect(await technicianOf(booked.body.id)).toBe(null)
})

const reschedule = (who: TestPerson, id: string, slot: number) =>
  who.call('POST /api/jobs/{id}/reschedule', {
    params: { id },
    body: { scheduledDate: tuesday, scheduledTime: labelAt(slot) },
  })

test('a vehicle being deleted is not booked', async () => {
  const { form, user, call } = await customerWithCar(app)
  const owner = { id: user.id, role: 'customer' as const, active: true }
  const booked = await whileUncommitted(
    () => deleteVehicle(owner, form.vehicleId),
    () => call('POST /api/jobs', { body: form }),
  )
  expect(booked.status).toBe(404)
  expect(await db().$count(jobs)).toBe(0)
})

test('a visit whose technician changed in the meantime is not started with the former one', async () => {
  const { id } = await makeJob({ technicianId: technician.user.id, status: 'assigned' })
  const other = await app.as('technician')
  const seen = await loadJob(asAdmin(), id)
  await assignJob(asAdmin(), id, { technicianId: other.user.id })
  await expect(transitionJob(asAdmin(), seen, 'start')).rejects.toThrow(Conflict)
  expect((await loadJob(asAdmin(), id)).status).toBe('assigned')
  await expect(changeActiveJob(seen, { customerNotes: 'stale' })).rejects.toThrow(Conflict)
})

test('a visit moved during the deactivation does not stay with them', async () => {
  const customer = await app.as('customer')
  const { id } = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    status: 'assigned',
  })
  await whileUncommitted(deactivate, () => reschedule(customer, id, 3))
  expect(await technicianOf(id)).toBe(null)
})

test('a visit being moved is not assigned to them', async () => {
  await changeSettings({ autoAssign: true })
  const customer = await app.as('customer')
  const { id } = await makeJob({ customerId: customer.user.id, status: 'scheduled' })
  await whileUncommitted(deactivate, () => reschedule(customer, id, 3))
  expect(await technicianOf(id)).toBe(null)
})

test('a visit moved while being reassigned keeps its new technician', async () => {
  const customer = await app.as('customer')
  const other = await app.as('technician')
  const { id } = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    status: 'assigned',
  })
  await whileUncommitted(
    async () => void (await assignJob(asAdmin(), id, { technicianId: other.user.id })),
    () => reschedule(customer, id, 3),
  )
  expect(await technicianOf(id)).toBe(other.user.id)
})

test('the mail about a completed visit includes an extra charged at that moment', async () => {
  const { id } = await makeJob({
    technicianId: technician.user.id,
    status: 'in_progress',
    packageCents: 10_000,
  })
  const wiper = {
    serviceType: 'windshield_wiper' as const,
    description: 'Wiper',
    unitPrice: '20.00',
  }
  const completed = await whileUncommitted(
    async () => void (await addExtra(asAdmin(), id, wiper)),
    () =>
      technician.call('PATCH /api/jobs/{id}/status', {
        params: { id },
        body: { status: 'completed' },
      }),
  )
  expect([completed.status, completed.body.finalAmount]).toEqual([200, '120.00'])
  const [mail] = await db().select().from(sentMessages).where(eq(sentMessages.jobId, id))
  expect(mail?.body).toContain('$120.00')
})
