import { describe, expect, test } from 'vitest'
import { provideServices, type Services } from '#server/adapters/services.ts'
import { inLanguage } from '#server/base/language.ts'
import { setSiteAddress } from '#server/base/site-address.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { EventData, EventName } from '#shared/rules/events.ts'
import { things } from '#shared/rules/things.ts'
import { accentedEnglish } from '#shared/texts/accented-english.ts'
import type { AnyRule, BellAbout, MailAbout, NotificationRule } from './consequence-types.ts'
import { consequencesOf, rulesOf } from './consequences.ts'
import type { Happening } from './happening.ts'
import { guestLinksFor, linksFor } from './recipients.ts'
import { describeEntry } from './describe-history.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

setSiteAddress('https://oil.example.com', '')
const takeCards = (taken: boolean) => provideServices({ ...(taken && { cards: {} }) } as Services)
takeCards(true)

const time = { date: '2026-11-24', slot: slotAt(1) }
const later = { date: '2026-11-25', slot: slotAt(3) }
const people = { technicianId: 't', formerTechnicianId: 'f' }

const extra = {
  serviceType: 'other',
  description: '404',
  totalCents: 100,
  approval: 'waiting',
} as const

const onPlan = {
  subscriptionId: 's1',
  plan: '7',
  vehicle: '8',
  link: 'https://example.com/vehicles/1',
}

const approvalThen = {
  ...time,
  jobId: 'j',
  company: 'Acme',
  unit: '101',
  car: '2019 Ford Transit',
  cents: 100,
  until: '2026-11-24T14:00:00Z',
}

const statementThen = {
  companyId: 'c',
  company: 'Acme',
  statementId: 's',
  number: 'S-2026-0001',
  period: '2026-11',
  cents: 100,
  dueOn: '2026-12-31',
  link: 'https://oil.example.com/s',
  billedEmail: 'billing@example.com',
  language: null,
}

/** Sample data for every event; a missing one does not compile. */
const samples: { [E in EventName]: EventData[E] } = {
  job_booked: { ...time, technicianId: 't' },
  list_exported: { list: 'customers' },
  job_requested: { ...time, technicianId: null },
  job_confirmed: time,
  request_expired: time,
  job_assigned: { ...time, ...people, confirms: false },
  job_unassigned: { ...time, formerTechnicianId: 'f' },
  job_claimed: time,
  job_reminded: { startsAt: '2026-11-24T14:00:00Z' },
  visit_soon: { startsAt: '2026-11-24T14:00:00Z' },
  running_late: { startsAt: '2026-11-24T14:00:00Z', expectedAt: '2026-11-24T14:30:00Z' },
  visit_overdue: { startsAt: '2026-11-24T14:00:00Z' },
  job_rescheduled: { from: time, to: later, ...people },
  job_changed: {
    from: { serviceAddress: '1', salesTax: '9', vehicle: '2', accessNotes: '', customerNotes: '3' },
    to: { serviceAddress: '4', salesTax: '7', vehicle: '5', accessNotes: '6', customerNotes: '' },
  },
  planned_beyond_road: {},
  technician_locked: {},
  technician_unlocked: {},
  customer_link_shown: {},
  job_cancelled: { ...time, reason: '404', byOffice: true, heldCents: 200, feeCents: 100 },
  message_resent: { about: 'job_booked', channels: ['email'] },
  card_asked: { ...time, releaseAt: '2026-11-23T14:00:00Z' },
  job_released: time,
  service_started: {},
  job_not_done: {
    ...time,
    reason: 'no_show',
    note: '404',
    heldCents: 200,
    decideUntil: '2026-11-26T14:00:00Z',
  },
  service_completed: { leftOut: [{ description: '404', totalCents: 100 }] },
  checklist_saved: { ticked: 3 },
  notes_saved: {},
  measurements_saved: { odometerMiles: 1 },
  addon_added: { addonServiceId: 'a', name: 'Wipers', priceCents: 100 },
  addon_removed: { addonServiceId: 'a', name: '404', priceCents: 100, booked: true },
  extra_added: { extraId: 'e', serviceType: 'other', description: '404', totalCents: 100 },
  extra_billed: { serviceType: 'other', description: '404', totalCents: 100 },
  extra_approval: {
    lines: [{ extraId: 'e', serviceType: 'other', description: '404', totalCents: 100 }],
  },
  extra_corrected: { extraId: 'e', from: extra, to: extra },
  extra_removed: { extraId: 'e', ...extra },
  extra_left_out: { extraId: 'e', description: '404', totalCents: 100 },
  extra_dismissed: { extraId: 'e', description: '404', totalCents: 100 },
  extra_decided: {
    method: 'signature',
    lines: [{ extraId: 'e', description: '404', totalCents: 100, approved: true }],
  },
  inspection_saved: {
    ok: 1,
    watch: 2,
    fail: 3,
    report: 'https://oil.example.com/inspection/secret',
  },
  photo_added: { photoId: 'p', moment: 'before' },
  photo_removed: { photoId: 'p', moment: 'after' },
  review_written: { rating: 5 },
  review_asked: {},
  service_due: { dueOn: '2026-11-24', atMiles: 404, byMiles: true },
  unsent_work: { name: '404', count: 2 },
  unsent_work_handled: { handled: true },
  technician_on_way: {},
  technician_arrived: {},
  technician_near: { minutes: 20 },
  communication_closed: {},
  job_message: { name: '404', byCustomer: false, message: '404', asSms: true },
  call_started: {},
  messages_read: {},
  position_changed: {},
  card_saved: { brand: '404', last4: '4242' },
  fee_lapsed: {},
  payment_held: { cents: 100 },
  payment_released: {},
  payment_charged: { cents: 100, reason: 'other', words: '404' },
  payment_refunded: { cents: 100, reason: 'cancelled' },
  payment_refund_failed: { cents: 100, promised: true },
  payment_disputed: { cents: 100, state: 'open' },
  refund_decided: { cents: 100, reason: 'other', words: '404' },
  tip_given: { cents: 100 },
  tip_refunded: { cents: 100, reason: 'other', words: '404' },
  payment_problem_resolved: { cents: 100, outcome: 'given_back', note: '404' },
  payment_due: { cents: 100 },
  payment_reminded: { cents: 100, days: 3 },
  payment_failed: {},
  invoice_issued: { number: '404', cents: 100, dueOn: '2026-12-24' },
  invoice_reminded: { number: '404', cents: 100, dueOn: '2026-12-24', days: 1 },
  payment_recorded: { cents: 100, method: 'check', receivedOn: '2026-11-23', note: '404' },
  payment_taken_back: { cents: 100, method: 'check', note: '404' },
  invoice_voided: { number: '404', cents: 100 },
  fee_decided: { feeCents: 100, reason: '404', paidCents: 200 },
  promotion_rechecked: { promotionId: 'p', code: '404', cents: 404, kept: false },
  promotion_used: { promotionId: 'p', code: '404', cents: 404 },
  payment_adjusted: { fromCents: 1, toCents: 2, reason: 'other', words: '404' },
  payment_changed: {},
  technician_waiting: { technicianId: 't', email: '404' },
  account_approved: {},
  technician_added: { technicianId: 't' },
  customer_changed: { customerId: 'c' },
  customers_imported: { importId: 'i', customers: 2, vehicles: 1 },
  import_undone: { importId: 'i', customers: 2, vehicles: 1 },
  data_exported: { photos: false },
  customers_merged: {
    customerId: 'c',
    mergedId: 'd',
    stays: { email: 'stays@example.com', language: null },
    former: { email: 'former@example.com', language: null },
    waits: false,
  },
  vehicle_saved: { vehicleId: 'v', what: 'added' },
  vehicle_deleted: { vehicleId: 'v' },
  vehicle_recovered: { vehicleId: 'v', vehicle: '404' },
  technician_deactivated: { technicianId: 't' },
  hand_in_code_made: { technicianId: 't' },
  technician_invited: {
    technicianId: 't',
    firstName: '404',
    invitedEmail: 'a@example.com',
    language: null,
  },
  technician_changed: { technicianId: 't', works: true, fields: ['skills'] },
  technician_away: { technicianId: 't', from: '2026-11-24', to: '2026-11-25' },
  technician_back: { technicianId: 't', from: '2026-11-24', to: '2026-11-25' },
  calendar_feed_changed: { technicianId: 't', on: true, replaced: true },
  email_changed: { email: '404', formerEmail: '404', undoLink: '404' },
  email_change_asked: {
    personId: 'c',
    email: '404',
    formerEmail: '404',
    dueAt: '2026-11-25T14:00:00Z',
    undoLink: '404',
  },
  email_change_undone: { personId: 'c' },
  team_member_added: {
    was: null,
    personId: 'c',
    invitedEmail: 'a@example.com',
    language: null,
    invited: true,
    invitedBy: { email: 'b@example.com', language: null },
  },
  team_member_removed: { personId: 'c', to: null },
  account_deleted: {},
  contact_message: {
    contactMessageId: 'c',
    name: '404',
    email: '404',
    phone: '',
    subject: '404',
    message: '404',
  },
  text_received: {
    contactMessageId: 'c',
    name: '404',
    phone: '+15125550142',
    message: '404',
    jobNumber: '404',
  },
  contact_message_handled: {},
  contact_message_assigned: { contactMessageId: 'c', name: '404', subject: '404' },
  contact_message_answered: {
    contactMessageId: 'c',
    writerEmail: '404',
    name: '404',
    subject: '404',
    question: '404',
    message: '404',
    language: null,
  },
  slots_blocked: { from: '2026-11-24', to: '2026-11-26', slots: [slotAt(1)] },
  slots_opened: { from: '2026-11-24', to: '2026-11-24', slots: [slotAt(1)] },
  settings_changed: {},
  service_area_changed: {},
  catalog_changed: {},
  stock_changed: {},
  day_compared: { date: '2026-11-24' },
  day_closed: { date: '2026-11-24', netCents: 404 },
  difference_settled: {
    date: '2026-11-24',
    kind: 'amount',
    hereCents: 404,
    thereCents: 0,
    recorded: false,
  },
  stock_low: { productId: 'p', name: '404', left: 3 },
  promotion_changed: { promotionId: 'p' },
  engines_changed: {},
  inspection_template_changed: { name: '404', what: 'changed' },
  oil_data_changed: {},
  plan_changed: { planId: 'p1', name: 'Care', what: 'added', changes: [] },
  subscription_changed: { ...onPlan, what: 'joined', terms: '9' },
  plan_terms_offered: { ...onPlan, price: '1', interval: '2' },
  plan_renews: { ...onPlan, renewsOn: '2026-12-24', price: '1' },
  plan_visit_proposed: {
    ...onPlan,
    ...time,
    periodId: 'p1',
    expiresAt: '2026-11-30T15:30:00.000Z',
    price: '99.99',
  },
  plan_visit_lapsed: { ...onPlan, ...time },
  plan_card_needed: { ...onPlan, dueOn: '2026-11-24' },
  plan_visit_unplanned: { ...onPlan, dueOn: '2026-11-24', reason: 'no_time' },
  waitlist_changed: { entryId: 'e1', what: 'reordered', reason: 'Promised by phone' },
  company_changed: { companyId: 'c', name: 'Acme', what: 'added' },
  company_member_added: {
    companyId: 'c',
    company: 'Acme',
    role: 'driver',
    invitedEmail: 'bo@example.com',
    language: null,
    invited: true,
  },
  company_member_removed: { companyId: 'c' },
  company_approval_asked: {
    ...approvalThen,
    link: 'https://oil.example.com/company-approval/1',
    approverEmail: 'bo@example.com',
    language: null,
  },
  company_approval_lapsed: approvalThen,
  company_approval_answered: { jobId: 'j', company: 'Acme', approved: true },
  statement_closed: statementThen,
  statement_reminded: { ...statementThen, days: 3 },
  statement_paid: { companyId: 'c', company: 'Acme', number: 'S-2026-0001', cents: 100 },
  waitlist_offered: {
    date: '2026-11-24',
    slot: 8000900,
    offerId: 'o1',
    expiresAt: '2026-11-23T15:30:00.000Z',
    vehicle: '2018 Toyota Camry',
    link: 'https://example.com/waitlist/secret',
    price: '129.99',
  },
  waitlist_offer_ended: {
    date: '2026-11-24',
    slot: 8000900,
    outcome: 'expired',
    stillWaiting: true,
  },
}

const job = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 1042,
  serviceDate: time.date,
  slot: time.slot,
  startsAt: new Date('2026-11-24T14:00:00Z'),
  serviceAddress: '12',
  packageName: '5',
  packageCents: 12_999,
  addonsCents: 0,
  extrasCents: 0,
  taxRateBp: null,
  taxableCents: 0,
  adjustmentCents: 0,
  moved: [],
  addons: [],
  vehicle: { year: '2018', make: '7', model: '8', licensePlate: '9' },
} as unknown as JobRow

const names = Object.keys(samples) as EventName[]
const rules = names.flatMap((event) =>
  rulesOf(event).map(
    (rule) => [event, typeof rule.to === 'string' ? rule.to : 'an address', rule] as const,
  ),
)
const list = (event: EventName) =>
  ({ data: samples[event], job }) as unknown as BellAbout<EventName>
const mail = (event: EventName, isGuest = false) =>
  ({
    ...list(event),
    link: linksFor('customer', job.id),
    isGuest,
  }) as unknown as MailAbout<EventName>

/** All wording of a rule, with card payments off and on. */
const wordsOf = (event: EventName, rule: AnyRule): string[] => {
  takeCards(false)
  const without = saidOf(event, rule)
  takeCards(true)
  return [...saidOf(event, rule), ...without]
}

/** All wording of a rule with the current services. */
const saidOf = (event: EventName, rule: AnyRule): string[] => {
  const shown = rule.bell?.(list(event))
  const [mailed, toGuest] = [false, true].map((isGuest) => rule.mail?.(mail(event, isGuest)))
  return [
    shown?.title,
    shown?.message,
    mailed?.subject,
    ...(mailed?.paragraphs ?? []),
    ...(toGuest?.paragraphs ?? []),
    rule.sms?.(mail(event)),
  ].filter((words) => words !== undefined)
}
const english = /[a-z]{2}/i
const sameEverywhere = /https:\S+|\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+|[AP]M|FQ-\d+/g

describe.each(rules)('%s notifies %s', (event, to, rule) => {
  test('has wording on every channel', () => {
    const words = wordsOf(event, rule)
    expect(words.length).toBeGreaterThan(0)
    expect(words.filter((text) => text.trim() === '')).toEqual([])
  })

  test("is worded entirely in the reader's language", () => {
    const untranslated = inLanguage('en-XA', () => wordsOf(event, rule))
      .map((text) => text.replaceAll(/⟦[^⟧]*⟧/g, '').replaceAll(sameEverywhere, ''))
      .filter((rest) => english.test(rest))
    expect(untranslated).toEqual([])
  })

  test.runIf(to === 'customer')('links a guest to their own page, never to orders', () => {
    const guest = { ...mail(event, true), link: guestLinksFor('secret') }
    const said = [...(rule.mail?.(guest).paragraphs ?? []), rule.sms?.(guest) ?? ''].join('\n')
    expect(said).not.toMatch(/\borders?\b|sign in|profile/i)
    for (const link of said.match(/https:\S+/g) ?? [])
      expect(link).toMatch(/^https:\/\/oil\.example\.com\/(guest|inspection)\/secret\b/)
  })

  test.runIf(rule.mail && to === 'customer')('links the customer to its subject', () => {
    expect(rule.mail?.(mail(event)).paragraphs.join('\n')).toContain('https://oil.example.com/')
  })
})

test('events that open or end a conversation have a translated line there', () => {
  for (const event of names)
    if (consequencesOf(event).conversation)
      expect(inLanguage('en-XA', () => describeEntry(event))).toMatch(/^⟦.*⟧$/)
  expect(inLanguage('en-XA', () => describeEntry('job_cancelled'))).toBe(
    accentedEnglish('The visit was cancelled.'),
  )
})

test('every changed thing is one that calls return', () => {
  for (const event of names)
    for (const thing of consequencesOf(event).changes) expect(things).toContain(thing)
})

test('unknown events, data, audiences and links do not compile', () => {
  // @ts-expect-error There is no such event.
  const unknown: Happening = { event: 'job_vanished', job, by: null, data: {} }
  // @ts-expect-error The event's data differ.
  const other: Happening = { event: 'payment_due', job, by: null, data: { amount: '1.00' } }
  // @ts-expect-error The event needs a visit.
  const without: Happening = { event: 'service_started', by: null, data: {} }
  // @ts-expect-error There is no such audience.
  const nobody: NotificationRule<'service_started'> = { to: 'nobody' }
  // @ts-expect-error There is no such link.
  const nowhere: NotificationRule<'service_started'> = { to: 'customer', link: 'orders' }
  expect([unknown, other, without, nobody, nowhere]).toHaveLength(5)
})

test('a rule that cannot send anything or reach anyone does not compile', () => {
  // @ts-expect-error It has no channel.
  const silent: NotificationRule<'service_started'> = { to: 'customer', link: 'visit' }
  const mail = () => ({ subject: '', paragraphs: [] })
  // @ts-expect-error The subject of an account event gets bell notifications only.
  const unsent: NotificationRule<'account_approved'> = { to: 'person', mail }
  // @ts-expect-error Happenings of this event name no account.
  const unnamed: NotificationRule<'technician_waiting'> = { to: 'person', bell: () => words }
  // @ts-expect-error The event has no address.
  const unaddressed: NotificationRule<'service_started'> = { to: (data) => data.email, mail }
  // @ts-expect-error The office has no phone.
  const texted: NotificationRule<'service_started'> = { to: 'office', sms: () => '' }
  // @ts-expect-error The event has no former technician.
  const former: NotificationRule<'service_started'> = { to: 'former_technician', bell: () => words }
  const words = { title: '', message: '' }
  expect([silent, unsent, unnamed, unaddressed, texted, former]).toHaveLength(6)
})
