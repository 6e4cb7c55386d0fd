import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { smtpMailer } from '#server/adapters/mail/smtp.ts'
import { startTestMailServer } from '#server/adapters/mail/test-server.ts'
import { setSiteAddress } from '#server/base/site-address.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { consequencesOf } from '#server/events/consequences.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import { readTheseJobs } from '#server/features/jobs/queries.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { provideOfflineServices, useServices } from '#server/testing/test-services.ts'
import type { EventData } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { isScreen } from '#shared/rules/screens.ts'

useTestDatabase()
beforeAll(provideOfflineServices)

let server: Awaited<ReturnType<typeof startTestMailServer>>
let mailer: ReturnType<typeof smtpMailer>
beforeEach(async () => {
  setSiteAddress('https://oil.example.com', '')
  await loadSettings()
  server = await startTestMailServer()
  mailer = smtpMailer({ url: server.url, from: 'hello@fivequart.example' })
  useServices({ mailer })
  travelTo(new Date('2031-01-06T23:00:00Z'))
})
afterEach(async () => {
  travelBack()
  await mailer.close()
  await server.close()
})

const time = { date: '2031-01-07', slot: 1 }
const startsAt = '2031-01-07T14:00:00.000Z'
/** Of each kind of mail to customers one. */
const kinds: Partial<EventData> = {
  job_booked: { ...time, technicianId: null },
  job_reminded: { startsAt },
  visit_soon: { startsAt },
  running_late: { startsAt, expectedAt: '2031-01-07T14:40:00.000Z' },
  job_rescheduled: { from: time, to: time, technicianId: null, formerTechnicianId: null },
  job_changed: { from: {}, to: { serviceAddress: '2 Main St' } },
  job_cancelled: { ...time, reason: 'Rain', byOffice: true },
  card_asked: { ...time, releaseAt: startsAt },
  job_released: time,
  service_completed: {},
  review_asked: {},
  service_due: { dueOn: '2031-01-08', atMiles: null, byMiles: false },
  payment_charged: { cents: 12_999 },
  payment_refunded: { cents: 12_999, reason: 'cancelled' },
  payment_failed: {},
}
const withCalendar = ['job_booked', 'job_reminded', 'job_rescheduled', 'job_cancelled']

/** The parts of a mail as they read once decoded. */
const decoded = (data: string) =>
  data
    .replace(/=\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    )

test.each([
  ['a customer', { lastLoginAt: new Date() }],
  ['a guest', { lastLoginAt: null }],
])('a mail server gets each kind of mail to %s, with links that lead somewhere', async (_, who) => {
  const customer = await makeUser({ ...who, marketingEmails: true })
  const events = new Map<string, string>()
  const all: Happening[] = []
  for (const [place, [event, data]] of Object.entries(kinds).entries()) {
    const rule = consequencesOf(event as keyof EventData).notifies?.find(
      ({ to }) => to === 'customer',
    )
    const made = await makeJob({
      customerId: customer.id,
      status: rule?.whileJobIs?.[0] ?? 'completed',
      serviceDate: time.date,
      slot: time.slot,
      seat: place + 1,
    })
    const [job] = await readTheseJobs([made.id])
    events.set(jobNumber(made.number), event)
    all.push({ event, data, job, by: null } as unknown as Happening)
  }
  await notifyRecorded(all)
  await runDueTasks()
  const arrived = server.mails.map(({ data }) => decoded(data))
  const eventOf = (mail: string) => events.get(/^Subject: .*?(FQ-\d+)/m.exec(mail)?.[1] ?? '') ?? ''
  expect(arrived.map(eventOf).toSorted()).toEqual([...events.values()].toSorted())
  for (const mail of arrived) {
    const event = eventOf(mail)
    expect([event, /text\/plain/.test(mail), /text\/html/.test(mail)]).toEqual([event, true, true])
    expect([event, /text\/calendar/.test(mail)]).toEqual([event, withCalendar.includes(event)])
    const links = [...mail.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => new URL(link))
    expect([event, links.length > 0]).toEqual([event, true])
    for (const { origin, pathname } of links)
      expect([event, origin, isScreen(pathname)]).toEqual([event, 'https://oil.example.com', true])
  }
})
