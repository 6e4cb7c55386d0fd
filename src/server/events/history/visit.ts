import { currentSettings } from '#server/base/current-settings.ts'
import type {
  BookingEvents,
  ConversationEvents,
  PlanEvents,
  VisitTime,
} from '#shared/rules/events.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { RecordedEvent } from '../consequences.ts'
import { describeTime } from '../describe-visit.ts'
import type { HistoryWords, NameOf, Recorded } from './history-words.ts'

type VisitEvents = BookingEvents & PlanEvents & ConversationEvents

/** Booked, given to somebody, moved, cancelled; and what its two sides say to each other. */
export const visitHistory: HistoryWords<Pick<VisitEvents, RecordedEvent & keyof VisitEvents>> = {
  job_booked: ({ technicianId, ...time }, nameOf) => ({
    title: t('Booked'),
    lines: [timeIn(time), givenTo(technicianId, nameOf)],
  }),
  job_requested: (time) => ({ title: t('Request received'), lines: [timeIn(time)] }),
  message_resent: ({ channels = [] }) => ({
    title: t('Message sent again'),
    lines: [
      channels.includes('email') ? t('By e-mail') : undefined,
      channels.includes('sms') ? t('As a text message') : undefined,
    ],
  }),
  job_confirmed: (time) => ({ title: t('Request confirmed'), lines: [timeIn(time)] }),
  request_expired: (time) => ({ title: t('A request has expired'), lines: [timeIn(time)] }),
  job_assigned: ({ technicianId, formerTechnicianId, confirms }, nameOf) => ({
    title: t('Technician assigned'),
    lines: [
      givenTo(technicianId, nameOf),
      takenFrom(formerTechnicianId, nameOf),
      confirms ? t('Request confirmed') : undefined,
    ],
  }),
  job_unassigned: ({ formerTechnicianId }, nameOf) => ({
    title: t('Back in the queue'),
    lines: [takenFrom(formerTechnicianId, nameOf)],
  }),
  job_claimed: () => ({ title: t('Taken from the queue') }),
  job_reminded: () => ({ title: t('Customer reminded of the visit') }),
  visit_soon: () => ({ title: t('Customer reminded of the visit') }),
  running_late: ({ expectedAt }) => ({
    title: t('Customer told that we run late'),
    lines: [
      expectedAt &&
        t('Expected at {when}', { when: formatInstant(expectedAt, currentSettings().timeZone) }),
    ],
  }),
  visit_overdue: () => ({ title: t('Nobody has set out') }),
  job_rescheduled: ({ from, to, technicianId, formerTechnicianId }, nameOf) => ({
    title: t('Visit moved'),
    lines: [
      labeled(t('Before:'), timeIn(from)),
      labeled(t('Now:'), timeIn(to)),
      // Who keeps it is not said anew.
      ...(technicianId === formerTechnicianId
        ? []
        : [givenTo(technicianId, nameOf), takenFrom(formerTechnicianId, nameOf)]),
    ],
  }),
  card_asked: ({ releaseAt }) => ({
    title: t('Customer asked for a card'),
    lines: [
      releaseAt &&
        t('Without one the visit is released on {when}.', {
          when: formatInstant(releaseAt, currentSettings().timeZone),
        }),
    ],
  }),
  job_released: () => ({ title: t('The visit was released without a card.') }),
  job_changed: ({ from = {}, to = {} }) => ({
    title: t('Visit changed'),
    lines: [
      changed(t('Address'), from.serviceAddress, to.serviceAddress),
      changed(t('Sales tax'), percent(from.salesTax), percent(to.salesTax)),
      changed(t('Car'), from.vehicle, to.vehicle),
      changed(t('How to get to the car'), from.accessNotes, to.accessNotes),
      changed(t('Note with the booking'), from.customerNotes, to.customerNotes),
    ],
  }),
  job_cancelled: ({ reason, feeCents }) => ({
    title: t('Visit cancelled'),
    comment: reason,
    cents: feeCents,
    lines: [feeCents ? t('With a fee') : undefined],
  }),

  technician_on_way: () => ({ title: t('On my way') }),
  technician_arrived: () => ({ title: t('Arrived') }),
  technician_near: () => ({ title: t('Customer told that the technician is near') }),
  communication_closed: () => ({ title: t('Communication Closed') }),
}

const percent = (rate: string | undefined) => rate && `${rate}%`
const labeled = (label: string, value: string | undefined) => value && `${label} ${value}`

/** Nothing where it was not changed, or what it was is erased. */
const changed = (what: string, before: string | undefined, now: string | undefined) =>
  now === undefined
    ? undefined
    : t('{what}: {now} (before: {before})', {
        what,
        now: now || t('nothing'),
        before: before || t('nothing'),
      })

const timeIn = ({ date, slot }: Recorded<VisitTime> = {}): string | undefined =>
  date && slot ? describeTime({ date, slot }) : undefined

const givenTo = (id: string | null | undefined, nameOf: NameOf): string | undefined =>
  nameOf(id) ? t('Given to {name}', { name: nameOf(id) }) : undefined

const takenFrom = (id: string | null | undefined, nameOf: NameOf): string | undefined =>
  nameOf(id) ? t('Taken from {name}', { name: nameOf(id) }) : undefined
