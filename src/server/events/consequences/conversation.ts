import { conversationSms, conversationStatuses } from '#shared/rules/conversation.ts'
import type { ConversationEvents } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { plural, t, text } from '#shared/texts/t.ts'
import type { Consequences, NotificationRule, SomeConsequences } from '../consequence-types.ts'
import { describeTimeShortly, timeOf } from '../describe-visit.ts'

const minutesAfter = (minutes: number) => (_job: unknown, at: Date) =>
  new Date(at.getTime() + minutes * 60_000)

const onMyWay = text('Your technician is on the way.')
const arrived = text('Your technician has arrived.')

/** The two events that open communication; sent for half an hour. */
const opening = (line: typeof onMyWay | typeof arrived) =>
  ({
    conversation: { line },
    changes: ['jobs', 'conversation', 'position'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'conversation',
        preference: 'serviceUpdates',
        urgent: true,
        bell: ({ job }) => ({ title: t(line), message: job.serviceAddress }),
        sms: ({ job }) =>
          `${t(line)} ${t('Visit: {time}, {car}.', { time: describeTimeShortly(timeOf(job)), car: vehicleName(job.vehicle) })}`,
        whileJobIs: conversationStatuses,
        until: minutesAfter(30),
      },
    ],
  }) satisfies Omit<Consequences<'technician_on_way' | 'technician_arrived'>, 'history' | 'audit'>

const describeNear = ({ minutes }: ConversationEvents['technician_near']): string =>
  plural(minutes, {
    one: 'Your technician is about {count} minute away',
    other: 'Your technician is about {count} minutes away',
  })

const shownOfMessage = 160
// Spread into characters, so that none is cut in half.
const shortened = (message: string) => [...message].slice(0, shownOfMessage).join('')

/** Links to the reply field; the text message expires after an hour. */
const message = (to: 'customer' | 'technician') => {
  const isTheirs = ({ byCustomer }: { byCustomer: boolean }) => byCustomer === (to === 'technician')
  return [
    {
      to,
      when: isTheirs,
      link: 'conversation',
      urgent: true,
      bell: ({ data }) => ({
        title: t('Message from {name}', { name: data.name || t('Your customer') }),
        message: shortened(data.message),
      }),
      whileJobIs: conversationStatuses,
      until: minutesAfter(60),
    },
    {
      to,
      when: (data) => isTheirs(data) && data.asSms,
      urgent: true,
      ...(to === 'customer' && { toContact: true as const }),
      // A contact may have no access to the visit; answers by text reach the office.
      sms: ({ data, job, link }) =>
        conversationSms({
          name: data.name || t('Your customer'),
          message: data.message,
          link: to === 'customer' && job.contactPhone ? '' : link('conversation'),
        }),
      whileJobIs: conversationStatuses,
      until: minutesAfter(60),
    },
  ] satisfies NotificationRule<'job_message'>[]
}

export const conversationConsequences = {
  technician_on_way: {
    tellsMembers: { title: text('Your technician is on the way') },
    ...opening(onMyWay),
    history: () => ({ title: t('On my way') }),
  },
  technician_arrived: {
    ...opening(arrived),
    history: () => ({ title: t('state|Arrived') }),
  },

  technician_near: {
    history: () => ({ title: t('Customer notified that the technician is near') }),
    changes: [],
    hears: [],
    notifies: [
      {
        to: 'customer',
        link: 'conversation',
        preference: 'serviceUpdates',
        urgent: true,
        bell: ({ data, job }) => ({ title: describeNear(data), message: job.serviceAddress }),
        sms: ({ data, job, link }) =>
          `${describeNear(data)}. ${t('Visit: {time}, {car}.', { time: describeTimeShortly(timeOf(job)), car: vehicleName(job.vehicle) })} ${link('conversation')}`,
        whileJobIs: conversationStatuses,
        until: minutesAfter(15),
      },
    ],
  },

  communication_closed: {
    history: () => ({ title: t('Communication Closed') }),
    conversation: {
      line: text('The technician closed the communication.'),
      ofOffice: text('The office closed the communication.'),
      ends: true,
    },
    changes: ['jobs', 'conversation', 'position'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'conversation',
        bell: ({ job }) => ({
          title: t('Communication Closed'),
          message: job.serviceAddress,
        }),
      },
    ],
  },

  job_message: {
    audit: { about: 'visits', line: () => ({ title: t('Message about the visit sent') }) },
    changes: ['conversation'],
    hears: ['parties', 'office'],
    notifies: [
      ...message('customer'),
      ...message('technician'),
      {
        to: 'office',
        when: ({ byCustomer, technicianGone }) => byCustomer && technicianGone === true,
        link: 'conversation',
        bell: ({ data, job }) => ({
          title: t('Message from {name}', { name: data.name || t('Your customer') }),
          message: t('{number}, whose technician no longer works here: {message}', {
            number: jobNumber(job.number),
            message: shortened(data.message),
          }),
        }),
      },
    ],
  },
  call_started: {
    audit: { about: 'visits', line: () => ({ title: t('Call started') }) },
    conversation: { line: text('Call through our number') },
    changes: ['conversation'],
    hears: ['parties', 'office'],
  },
  messages_read: {
    audit: null,
    changes: ['conversation', 'notifications'],
    hears: ['parties'],
  },
  position_changed: {
    audit: null,
    changes: ['position'],
    hears: ['parties', 'office'],
  },
} satisfies SomeConsequences
