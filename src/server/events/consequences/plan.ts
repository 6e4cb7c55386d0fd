import type { PlanEvents, VisitTime } from '#shared/rules/events.ts'
import { activeJobStatuses, jobNumber, notStartedStatuses } from '#shared/rules/jobs.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { storedVehicleName, vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, text } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences, Words } from '../consequence-types.ts'
import {
  describeFeesOf,
  describeTime,
  describeTimeShortly,
  describeVisit,
  explainPrice,
  forTechnician,
} from '../describe-visit.ts'
import { givenTo, takenFrom, timeLine } from './log-lines.ts'

/** Notifies the previous technician, with the visit's time only; they may no longer know the place. */
const takenAway = (time: VisitTime, job: JobFacts): Words => ({
  title: t('Visit taken off your list'),
  message: `${jobNumber(job.number)}, ${describeTime(time)}`,
})

/** A visit's technician, time, place and car. */
export const planConsequences = {
  job_assigned: {
    history: ({ technicianId, formerTechnicianId, confirms }, nameOf) => ({
      title: t('Technician assigned'),
      lines: [
        givenTo(technicianId, nameOf),
        takenFrom(formerTechnicianId, nameOf),
        confirms ? t('Request confirmed') : undefined,
      ],
    }),
    conversation: { line: text('Another technician will come.'), ends: true },
    formerTechnician: (data) => data.formerTechnicianId,
    changes: ['jobs', 'technicians', 'conversation', 'position'],
    hears: ['parties', 'office', 'queue'],
    notifies: [
      {
        to: 'technician',
        // A confirmed request notifies its technician already.
        when: ({ confirms }) => !confirms,
        isNewVisit: () => true,
        link: 'visit',
        bell: ({ data, job }) => forTechnician(t('New visit'), data, job),
      },
      {
        to: 'former_technician',
        link: 'home',
        bell: ({ data, job }) => takenAway(data, job),
      },
    ],
  },

  job_unassigned: {
    history: ({ formerTechnicianId }, nameOf) => ({
      title: t('Back in the queue'),
      lines: [takenFrom(formerTechnicianId, nameOf)],
    }),
    conversation: { line: text('Another technician will come.'), ends: true },
    formerTechnician: (data) => data.formerTechnicianId,
    changes: ['jobs', 'technicians', 'conversation', 'position'],
    hears: ['parties', 'office', 'queue'],
    notifies: [
      {
        to: 'former_technician',
        link: 'home',
        bell: ({ data, job }) => takenAway(data, job),
      },
    ],
  },

  job_claimed: {
    history: () => ({ title: t('Taken from the queue') }),
    changes: ['jobs', 'technicians'],
    hears: ['parties', 'office', 'queue'],
  },

  job_rescheduled: {
    tellsMembers: { title: text('Visit moved'), managers: true },
    history: ({ from, to, technicianId, formerTechnicianId }, nameOf) => ({
      title: t('Visit moved'),
      lines: [
        labeled(t('Before:'), timeLine(from)),
        labeled(t('Now:'), timeLine(to)),
        // An unchanged technician is not repeated.
        ...(technicianId === formerTechnicianId
          ? []
          : [givenTo(technicianId, nameOf), takenFrom(formerTechnicianId, nameOf)]),
      ],
    }),
    conversation: { line: text('The visit was moved.'), ends: true },
    wakesPayment: true,
    formerTechnician: (data) => data.formerTechnicianId,
    changes: ['jobs', 'availability', 'technicians', 'conversation', 'position', 'payments'],
    hears: ['parties', 'office', 'queue'],
    resendWhile: notStartedStatuses,
    notifies: [
      {
        to: 'technician',
        isNewVisit: ({ given }) => given === true,
        link: 'visit',
        bell: ({ data, job }) =>
          forTechnician(data.given ? t('New visit') : t('Visit moved'), data.to, job),
      },
      {
        to: 'former_technician',
        link: 'home',
        bell: ({ data, job }) => takenAway(data.from, job),
      },
      {
        to: 'office',
        when: ({ lost }) => lost === true,
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('This visit has no technician'),
          message: t(
            'The customer moved {number} to {time}, when its technician is not available.',
            {
              number: jobNumber(job.number),
              time: describeTime(data.to),
            },
          ),
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({ title: t('Visit moved'), message: describeMove(data, job) }),
        calendar: true,
        smsForMail: ({ data, job }) =>
          job.needsConfirmation
            ? t('your request is now for {time}', { time: describeTimeShortly(data.to) })
            : t('your visit is now on {time}', { time: describeTimeShortly(data.to) }),
        mail: ({ data, job, link }) => ({
          subject: t('visit moved'),
          paragraphs: [
            describeMove(data, job),
            ...(job.needsConfirmation
              ? [t('It is still a request: the time is not held for you until we confirm it.')]
              : []),
            ...describeFeesOf(job),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },

  job_changed: {
    history: ({ from = {}, to = {} }) => ({
      title: t('Visit changed'),
      lines: [
        changed(t('Address'), from.serviceAddress, to.serviceAddress),
        changed(t('Contact'), from.contactName, to.contactName),
        changed(t('Contact’s phone'), shownPhone(from), shownPhone(to)),
        changed(t('Sales tax'), percent(from.salesTax), percent(to.salesTax)),
        changed(t('Car'), carOf(from), carOf(to)),
        changed(t('How to get to the car'), from.accessNotes, to.accessNotes),
        changed(t('Note with the booking'), from.customerNotes, to.customerNotes),
      ],
    }),
    changes: ['jobs', 'vehicles'],
    hears: ['parties', 'office', 'queue'],
    resendWhile: activeJobStatuses,
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Visit changed'),
          message: describeChange(data, job, changedFields),
        }),
      },
      {
        to: 'customer',
        when: concernsCustomer,
        link: 'visit',
        whileJobIs: activeJobStatuses,
        bell: ({ data, job }) => ({
          title: t('Visit changed'),
          message: describeChange(data, job, customersFields),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('visit changed'),
          paragraphs: [
            describeChange(data, job, customersFields),
            ...(data.to.salesTax
              ? [t('The visit costs {price}.', { price: explainPrice(job) })]
              : []),
            describeVisit(job),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },
  planned_beyond_road: {
    history: () => ({ title: t('Planned against the drive times') }),
    changes: [],
    hears: [],
  },
  technician_locked: {
    history: () => ({ title: t('Locked to its technician') }),
    changes: ['jobs'],
    hears: ['office'],
  },
  technician_unlocked: {
    history: () => ({ title: t('Lock to its technician removed') }),
    changes: ['jobs'],
    hears: ['office'],
  },
  customer_link_shown: {
    audit: { about: 'visits', line: () => ({ title: t('Customer’s link copied') }) },
    changes: [],
    hears: [],
  },
} satisfies SomeConsequences

const describeMove = (data: { from: VisitTime; to: VisitTime }, { number }: JobFacts): string =>
  t('Your visit {number} is now on {time} instead of {before}.', {
    number: jobNumber(number),
    time: describeTime(data.to),
    before: describeTime(data.from),
  })

type Changed = PlanEvents['job_changed']
type ChangedField = keyof Changed['to']
const changedFields = [
  'serviceAddress',
  'salesTax',
  'vehicle',
  'contactName',
  'contactPhone',
  'accessNotes',
  'customerNotes',
] as const
/** Changes that the customer needs to know; the notes are for the technician. */
const customersFields = ['serviceAddress', 'salesTax', 'vehicle'] as const

function concernsCustomer({ to }: Changed): boolean {
  return customersFields.some((field) => to[field] !== undefined)
}

/** One sentence per changed field. */
function describeChange(
  { to }: Changed,
  { number, serviceAddress, vehicle }: JobFacts,
  fields: readonly ChangedField[],
): string {
  const sentences: Record<ChangedField, () => string> = {
    serviceAddress: () =>
      serviceAddress
        ? t('The address is now {address}.', { address: serviceAddress })
        : t('The address has changed.'),
    salesTax: () => t('The sales tax there is {rate}%.', { rate: to.salesTax ?? '' }),
    vehicle: () => t('The car is now the {car}.', { car: vehicleName(vehicle) }),
    contactName: () =>
      to.contactName
        ? t('The contact at the car is now {name}.', { name: to.contactName })
        : t('The contact at the car is now the customer.'),
    contactPhone: () =>
      to.contactPhone
        ? t('The contact’s phone is now {phone}.', { phone: nationalPhone(to.contactPhone) })
        : t('The contact’s phone is now the customer’s.'),
    accessNotes: () => t('How to get to the car has changed.'),
    customerNotes: () => t('The note with the booking has changed.'),
  }
  const lines = fields.filter((field) => to[field] !== undefined).map((field) => sentences[field]())
  return [`${jobNumber(number)}:`, ...lines].join(' ')
}

const carOf = ({ vehicle }: Changed['to']) => vehicle && storedVehicleName(vehicle)

const shownPhone = ({ contactPhone }: Changed['to']) => contactPhone && nationalPhone(contactPhone)

const percent = (rate: string | undefined) => rate && `${rate}%`
const labeled = (label: string, value: string | undefined) => value && `${label} ${value}`

/** Undefined if it did not change, or its earlier value was erased. */
const changed = (what: string, before: string | undefined, now: string | undefined) =>
  now === undefined
    ? undefined
    : t('{what}: {now} (before: {before})', {
        what,
        now: now || t('nothing'),
        before: before || t('nothing'),
      })
