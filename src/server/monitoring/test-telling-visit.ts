import { makePackage } from '#server/database/test-factories.ts'
import { tuesday } from '#server/features/booking/test-customer.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

/** Customer data that must never reach a log, metric or trace. */
const telling = /Zebulon|Quackenbush|4711 Telltale|5125550199|512.{0,2}555-0199|TELL 42|telling/i

export const tellsOf = (text: string): string | undefined => telling.exec(text)?.[0]

/** Books for a caller with recognizable data, looks them up, changes the visit, sends the mails, and also fails at it. */
export async function bookTellingVisit(app: TestApp): Promise<void> {
  const admin = await app.as('admin')
  const servicePackageId = (await makePackage()).id
  const customer = {
    firstName: 'Zebulon',
    lastName: 'Quackenbush',
    email: 'zebulon.quackenbush@example.com',
    phone: '(512) 555-0199',
  }
  const vehicle = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'TELL 42' }
  const visit = {
    scheduledDate: tuesday,
    scheduledTime: labelAt(1),
    servicePackageId,
    vehicle,
  }
  const body = {
    customer,
    visits: [visit],
    serviceAddress: '4711 Telltale Lane, Austin, TX 78701',
    customerNotes: 'a telling note',
  }
  const send = (input: object) => admin.call('POST /api/admin/bookings', { body: input })
  const booked = await send(body)
  if (booked.status !== 201) throw new Error(booked.text)
  await send(body)
  await send({ ...body, visits: [{ ...visit, scheduledDate: 'telling' }] })
  await admin.call('GET /api/admin/search', { query: { q: 'Quackenbush' } })
  const person = await app.as(null)
  await person.call('GET /api/jobs/{id}', { params: { id: 'telling' } })
  await person.call('POST /api/auth/email-code', { body: { email: customer.email } })
  const written = { name: 'Zebulon', subject: 'telling', message: 'telling' }
  await app.call('POST /api/contact', { body: { ...written, email: customer.email } })
  await runDueTasks()
  await runDueTasks()
}
