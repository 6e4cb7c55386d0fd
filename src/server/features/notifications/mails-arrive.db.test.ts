import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { smtpMailer } from '#server/adapters/mail/smtp.ts'
import { startTestMailServer } from '#server/adapters/mail/test-server.ts'
import { inLanguage } from '#server/base/language.ts'
import { setSiteAddress } from '#server/base/site-address.ts'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { eventNames, rulesOf } from '#server/events/consequences.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { provideOfflineServices, useServices } from '#server/testing/test-services.ts'
import type { EventData, EventName } from '#shared/rules/events.ts'
import { isScreen } from '#server/http/static-files.ts'
import { DeliveryConditions } from './queries/delivery-conditions.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

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

const time = { date: '2031-01-07', slot: slotAt(1) }
const startsAt = '2031-01-07T14:00:00.000Z'
const invoice = { number: '2031-0001', cents: 12_999, dueOn: '2031-02-06' }
const extra = { extraId: crypto.randomUUID(), description: 'Xenon', totalCents: 2495 }
const message = { contactMessageId: crypto.randomUUID(), name: 'Bo', message: 'Xyz?' }
const technicianId = crypto.randomUUID()

const onPlan = {
  subscriptionId: technicianId,
  plan: 'Care',
  vehicle: '2018 Kia',
  link: 'https://oil.example.com/vehicles/1',
}

/** Sample data for each kind of mail. */
const statementThen = {
  companyId: technicianId,
  company: 'Acme Plumbing',
  statementId: technicianId,
  number: 'S-2031-0001',
  period: '2031-01',
  cents: 12_345,
  dueOn: '2031-02-28',
  link: 'https://oil.example.com/statement/1',
  billedEmail: 'bo@example.com',
  language: null,
}
const kinds: Partial<EventData> = {
  job_booked: { ...time, technicianId: null },
  job_requested: { ...time, technicianId: null },
  job_confirmed: time,
  request_expired: time,
  job_reminded: { startsAt },
  visit_soon: { startsAt },
  running_late: { startsAt, expectedAt: '2031-01-07T14:40:00.000Z' },
  card_asked: { ...time, releaseAt: startsAt },
  job_released: time,
  job_cancelled: { ...time, reason: 'XX', byOffice: true },
  job_rescheduled: { from: time, to: time, technicianId: null, formerTechnicianId: null },
  job_changed: { from: {}, to: { serviceAddress: '2 Main St' } },
  service_completed: {},
  job_not_done: { ...time, reason: 'no_show', note: 'XX', heldCents: 12_999 },
  inspection_saved: {
    ok: 30,
    watch: 2,
    fail: 1,
    report: 'https://oil.example.com/inspection/1',
  },
  review_asked: {},
  service_due: { dueOn: '2031-01-08', atMiles: null, byMiles: false },
  extra_approval: { lines: [{ ...extra, serviceType: 'additional_parts' }] },
  extra_billed: { ...extra, serviceType: 'additional_parts', owedCents: 15_494 },
  promotion_rechecked: { promotionId: 'p', code: 'SPRING', cents: 1000, kept: false },
  payment_adjusted: { fromCents: 12_999, toCents: 9999, reason: 'other', owedCents: 9999 },
  payment_charged: { cents: 12_999 },
  payment_refunded: { cents: 12_999, reason: 'cancelled' },
  payment_taken_back: { cents: 2500, method: 'cash', note: 'XX' },
  payment_refund_failed: { cents: 12_999, promised: true },
  payment_disputed: { cents: 12_999, state: 'open' },
  payment_problem_resolved: { cents: 12_999, outcome: 'given_back', note: 'XX' },
  payment_due: { cents: 12_999 },
  payment_recorded: { cents: 12_999, method: 'cash', receivedOn: '2031-01-07', note: 'XX' },
  payment_reminded: { cents: 12_999, days: 7 },
  payment_failed: {},
  fee_decided: { feeCents: 2500, reason: 'XX' },
  fee_lapsed: {},
  tip_given: { cents: 1000 },
  tip_refunded: { cents: 1000 },
  invoice_issued: invoice,
  invoice_reminded: { ...invoice, days: 3 },
  invoice_voided: invoice,
  technician_invited: {
    technicianId,
    firstName: 'Bo',
    invitedEmail: 'bo@example.com',
    language: null,
  },
  customers_merged: {
    customerId: technicianId,
    mergedId: technicianId,
    stays: { email: 'stays@example.com', language: null },
    former: { email: 'former@example.com', language: null },
    waits: false,
  },
  team_member_added: {
    personId: technicianId,
    invitedEmail: 'bo@example.com',
    language: null,
    invited: true,
    invitedBy: { email: 'al@example.com', language: null },
    was: null,
  },
  company_approval_asked: {
    ...time,
    jobId: technicianId,
    company: 'Acme Plumbing',
    unit: '101',
    car: '2019 Ford Transit',
    cents: 12_345,
    until: startsAt,
    link: 'https://oil.example.com/company-approval/1',
    approverEmail: 'bo@example.com',
    language: null,
  },
  statement_closed: statementThen,
  statement_reminded: { ...statementThen, days: 3 },
  company_member_added: {
    companyId: technicianId,
    company: 'Acme Plumbing',
    role: 'driver',
    invitedEmail: 'bo@example.com',
    language: null,
    invited: true,
  },
  email_changed: { email: 'new@example.com', undoLink: '', formerEmail: 'old@example.com' },
  email_change_asked: {
    personId: technicianId,
    email: 'new@example.com',
    formerEmail: 'old@example.com',
    dueAt: '2031-01-09T15:00:00.000Z',
    undoLink: 'https://oil.example.com/undo-email/1',
  },
  waitlist_offered: {
    ...time,
    offerId: technicianId,
    expiresAt: startsAt,
    vehicle: '2018 Kia',
    link: 'https://oil.example.com/waitlist/1',
  },
  subscription_changed: { ...onPlan, what: 'joined', terms: 'Xyz' },
  plan_terms_offered: { ...onPlan, price: '1', interval: '2' },
  plan_renews: { ...onPlan, renewsOn: '2026-12-24', price: '1' },
  plan_visit_proposed: {
    ...onPlan,
    ...time,
    periodId: technicianId,
    expiresAt: startsAt,
    price: '99.99',
  },
  plan_visit_lapsed: { ...onPlan, ...time },
  plan_card_needed: { ...onPlan, dueOn: time.date },
  contact_message: { ...message, email: 'bo@example.com', phone: '', subject: 'Xyz' },
  text_received: { ...message, phone: '+15125550142' },
  contact_message_answered: {
    ...message,
    writerEmail: 'bo@example.com',
    subject: 'Xyz',
    question: 'Xyz?',
    language: null,
  },
}
const withCalendar: EventName[] = [
  'job_booked',
  'job_confirmed',
  'job_reminded',
  'job_rescheduled',
  'job_cancelled',
]

/** The recipients of an event's mails. */
const readersOf = (event: EventName) =>
  rulesOf(event)
    .filter(({ mail }) => mail)
    .map(({ to }) => to)

test('every event with a mail is listed here', () => {
  expect(Object.keys(kinds).toSorted()).toEqual(
    eventNames.filter((event) => readersOf(event).length > 0).toSorted(),
  )
})

/** Decodes quoted-printable text. */
const decoded = (data: string) =>
  data
    .replace(/=\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    )

/** Words that occur in most English sentences and in no Spanish one. */
const english = /\b(the|your|you|we|is|to|at|of)\b/i
const spanish = /\b(el|la|los|las|su|sus|de|para|que|un|una)\b/i

/** The language of our wording: English for the office. */
const inTheirLanguage = (to: string, language: string | null) => (to === 'office' ? null : language)

const people = [
  ['a customer', { lastLoginAt: new Date() }],
  ['a guest', { lastLoginAt: null }],
] as const

test.each(
  people.flatMap(([who, is]) => [
    [who, 'English', { ...is, language: null }] as const,
    [who, 'Spanish', { ...is, language: 'es' }] as const,
  ]),
)('a mail server gets each kind of mail to %s in %s, with working links', async (_, __, who) => {
  const customer = await makeUser({ ...who, marketingEmails: true })
  await makeUser({ role: 'admin', email: 'office@example.com' })
  const made = await makeJob({
    customerId: customer.id,
    status: 'completed',
    serviceDate: time.date,
    slot: time.slot,
  })
  const [job] = await readTheseJobs([made.id])
  for (const [event, sample] of Object.entries(kinds) as [EventName, object][]) {
    server.mails.length = 0
    const data = JSON.parse(
      JSON.stringify(sample, (key, value) => (key === 'language' ? who.language : value)),
    )
    const one = { event, data, job, by: null, personId: customer.id } as unknown as Happening
    await inLanguage(who.language, () => notifyRecorded([one]))
    await wantAll()
    await runDueTasks()
    expect([event, server.mails.length]).toEqual([event, readersOf(event).length])
    for (const mail of server.mails) {
      const to = mail.to[0] === 'office@example.com' ? 'office' : 'other'
      const language = inTheirLanguage(to, who.language)
      const text = decoded(mail.data)
      const kind = `${event} to ${to}`
      const words = wordsOf(text)
      expect({
        kind,
        isText: text.includes('text/plain'),
        isFor: /<html lang="(\w+)">/.exec(text)?.[1],
        hasSubject: /^Subject: \S/m.test(text),
        hasVisit: text.includes('text/calendar'),
      }).toEqual({
        kind,
        isText: true,
        isFor: language ?? 'en',
        hasSubject: true,
        hasVisit: to !== 'office' && withCalendar.includes(event),
      })
      expect([kind, words, english.test(words)]).toEqual([kind, words, language === null])
      expect([kind, words, spanish.test(words)]).toEqual([kind, words, language === 'es'])
      for (const { origin, pathname } of linksOf(text))
        expect([kind, origin, isScreen(pathname)]).toEqual([kind, 'https://oil.example.com', true])
    }
  }
})

/** Sends every mail at once; conditions and delays have tests of their own. */
const wantAll = () =>
  db().execute(sql`update pgboss.job set start_after = now(), data = data - ${conditions}::text[]
    where name = 'send-mail'`)
const conditions = `{${Object.keys(DeliveryConditions.shape).join()}}`

const linksOf = (mail: string) =>
  [...mail.matchAll(/href="(https?:[^"]+)"/g)].map(([, link = '']) => new URL(link))

/** The visible text of a mail's HTML. */
const wordsOf = (mail: string) =>
  (/<body[^]*<\/body>/.exec(mail)?.[0] ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
