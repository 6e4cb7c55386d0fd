import { extraInOwnWords, inOwnWords } from '#server/base/owner-spanish.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { WorkEvents } from '#shared/rules/events.ts'
import { checklist } from '#shared/rules/checklist.ts'
import { notDoneLabels } from '#shared/rules/not-done.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { isOnInvoice, type PaymentState } from '#shared/rules/payments.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { describeTires } from '#shared/rules/tires.ts'
import {
  describeAfterwards,
  describeProfile,
  describeSubtotals,
  describeWork,
  type ReceiptDetails,
} from '#shared/rules/receipts.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount, formatCents, formatDay, formatNumber } from '#shared/texts/format.ts'
import { plural, t, text, translate } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences } from '../consequence-types.ts'
import {
  describePrice,
  describeReturn,
  describeTime,
  describeTimeShortly,
  explainPrice,
} from '../describe-visit.ts'
import { describeReport } from './inspections.ts'
import { atBusiness } from './log-lines.ts'

/** From the start of work to its end, and work done without a network. */
export const workConsequences = {
  service_started: {
    history: ({ again }) => ({
      title: t('Service started'),
      lines: [again ? t('The earlier start counts.') : undefined],
    }),
    changes: ['jobs', 'technicians', 'position'],
    hears: ['parties', 'office', 'queue'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ again }) => !again,
        bell: ({ job }) => ({
          title: t('Service started'),
          message: t('Work on your {car} has begun.', { car: vehicleName(job.vehicle) }),
        }),
      },
    ],
  },

  service_completed: {
    tellsMembers: { title: text('Service Completed') },
    history: () => ({ title: t('Service Completed') }),
    endsRequests: () => ({ as: 'over' }),
    conversation: { line: text('The service is completed.'), ends: true },
    wakesPayment: true,
    changes: [
      'jobs',
      'extras',
      'vehicles',
      'technicians',
      'conversation',
      'position',
      'payments',
      'notifications',
    ],
    hears: ['parties', 'office'],
    resendWhile: ['completed'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        preference: 'serviceUpdates',
        bell: ({ job }) => ({
          title: t('Service Completed'),
          message: t('Your {car} is ready. How was the visit?', { car: vehicleName(job.vehicle) }),
        }),
        mail: ({ job, data, link, isGuest }) => ({
          subject: t('service completed'),
          paragraphs: [
            t('The service on your {car} is done.', { car: vehicleName(job.vehicle) }),
            ...(data.leftOut ?? []).map(({ description, totalCents }) =>
              t('Left out and not charged, as you had not answered: {description}, {amount}.', {
                description: extraInOwnWords(description),
                amount: formatCents(totalCents),
              }),
            ),
            ...describeReceipt(job, data.receipt),
            ...(isGuest && !isOnInvoice(job.payState)
              ? [
                  t('The final amount is {amount}. The visit and its payment:', {
                    amount: explainPrice(job),
                  }) + `\n${link('visit')}`,
                  ...describeReport(data),
                  ...describeTipping(job),
                ]
              : [
                  describeBill(job, link),
                  ...describeReport(data),
                  t("We'd love to hear how the visit went. You can rate it here:") +
                    `\n${link('visit')}`,
                  ...describeTipping(job),
                ]),
          ],
        }),
        sms: ({ job, data, link }) =>
          [
            isOnInvoice(job.payState)
              ? t('The service on your {car} is done. You will get an invoice for {amount}.', {
                  car: vehicleName(job.vehicle),
                  amount: describePrice(job),
                })
              : t(
                  'The service on your {car} is done. The final amount is {amount}. Receipt: {link}',
                  {
                    car: vehicleName(job.vehicle),
                    amount: describePrice(job),
                    link: link('receipt'),
                  },
                ),
            ...(data.report ? [t('Inspection: {link}', { link: data.report })] : []),
          ].join(' '),
        whileJobIs: ['completed'],
      },
    ],
  },

  job_not_done: {
    tellsMembers: { title: text('The service could not be done'), managers: true },
    endsRequests: () => ({ as: 'over' }),
    history: ({ reason, note, decideUntil }) => ({
      title: t('The service could not be done'),
      lines: [
        reason && translate(notDoneLabels[reason]),
        decideUntil &&
          t('The office decides on a fee by {when}.', {
            when: atBusiness(decideUntil),
          }),
      ],
      comment: note,
    }),
    conversation: { line: text('The service could not be done.'), ends: true },
    wakesPayment: true,
    changes: ['jobs', 'availability', 'vehicles', 'conversation', 'position', 'payments'],
    hears: ['parties', 'office', 'queue'],
    resendWhile: ['cancelled'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('The service could not be done'),
          message: describeObstacle(data, job),
        }),
      },
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('A visit could not be done'),
          message: [describeObstacle(data, job), ...askForFee(data)].join(' '),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('A visit could not be done'),
          paragraphs: [
            describeObstacle(data, job),
            ...(data.note ? [data.note] : []),
            ...askForFee(data),
            t('The visit: {link}', { link: link('visit') }),
          ],
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('The service could not be done'),
          message: describeNotDone(data, job).join(' '),
        }),
        smsForMail: ({ data }) =>
          t('the service on {time} could not be done', { time: describeTimeShortly(data) }),
        mail: ({ data, job, link }) => ({
          subject: t('the service could not be done'),
          paragraphs: [
            ...describeNotDone(data, job),
            ...(data.decideUntil ? [] : describeReturn(data)),
            t('You can book again at any time.'),
            t('Your visit: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },

  checklist_saved: {
    history: ({ ticked, late }) => ({
      title: late ? t('Earlier ticks, which newer ones replaced') : t('Checklist'),
      lines: late
        ? checklist.flatMap(({ id, label }) => (late.includes(id) ? translate(label) : []))
        : [
            ticked === undefined
              ? undefined
              : plural(ticked, { one: '{count} step ticked', other: '{count} steps ticked' }),
          ],
    }),
    changes: ['jobs'],
    hears: ['parties', 'office'],
  },
  notes_saved: {
    history: ({ late }) =>
      late === undefined
        ? { title: t('Notes saved') }
        : { title: t('Earlier notes, which newer ones replaced'), comment: late },
    changes: ['jobs'],
    hears: ['parties', 'office'],
  },
  measurements_saved: {
    history: ({ odometerMiles, filledQuarts, tires, usedProducts, late }) => ({
      title: late ? t('Earlier readings, which newer ones replaced') : t('Readings saved'),
      lines: [
        odometerMiles === undefined
          ? undefined
          : t('{miles} mi', { miles: formatNumber(odometerMiles) }),
        filledQuarts === undefined
          ? undefined
          : t('{quarts} qt', { quarts: formatNumber(filledQuarts) }),
        tires && describeTires(tires, formatNumber),
        usedProducts &&
          t('Used: {products}', { products: usedProducts.map(inOwnWords).join(', ') }),
      ],
    }),
    changes: ['jobs', 'vehicles'],
    hears: ['parties', 'office'],
  },

  photo_added: {
    history: ({ moment }) => ({
      title: t('Photo added'),
      lines: [moment && translate(photoMomentLabels[moment])],
    }),
    changes: ['photos'],
    hears: ['parties', 'office'],
  },
  photo_removed: {
    history: ({ moment }) => ({
      title: t('Photo deleted'),
      lines: [moment && translate(photoMomentLabels[moment])],
    }),
    changes: ['photos'],
    hears: ['parties', 'office'],
  },

  unsent_work: {
    history: ({ name, count = 0 }) => ({
      title: t('Unsent work of {name}', { name: name || t('a technician') }),
      lines: [
        plural(count, {
          one: '{count} change could not be saved.',
          other: '{count} changes could not be saved.',
        }),
      ],
    }),
    changes: ['unsent_work'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Unsent work of {name}', { name: data.name || t('a technician') }),
          message: describeUnsent(data, jobNumber(job.number)),
        }),
      },
    ],
  },
  unsent_work_handled: {
    history: ({ handled }) => ({
      title: handled ? t('Unsent work resolved') : t('Unsent work reopened'),
    }),
    changes: ['unsent_work'],
    hears: ['office'],
  },
} satisfies SomeConsequences

/** The customer, the reason and the time of the visit, for the office. */
const describeObstacle = ({ reason, ...time }: WorkEvents['job_not_done'], job: JobFacts): string =>
  t('{number}, {time}: {reason}.', {
    number: jobNumber(job.number),
    time: describeTime(time),
    reason: translate(notDoneLabels[reason]),
  })

/** The cost, and the link to the receipt. */
const describeBill = (job: JobRow, link: (to: 'receipt') => string): string =>
  isOnInvoice(job.payState)
    ? t('The final amount is {amount}. You get an invoice for it.', { amount: explainPrice(job) })
    : t('The final amount is {amount}. Your receipt:', { amount: explainPrice(job) }) +
      `\n${link('receipt')}`

/** Mentions that the rating page takes a tip; nothing if tips are off or no card pays. */
const describeTipping = ({ payState, technicianFirstName: name }: JobRow): string[] =>
  currentSettings().tipsEnabled && name && paidByCard.has(payState)
    ? [t('If you like, you can leave {name} a tip there.', { name })]
    : []

const paidByCard: ReadonlySet<PaymentState> = new Set(['card_saved', 'held', 'settling', 'paid'])

const askForFee = ({ decideUntil }: WorkEvents['job_not_done']): string[] =>
  decideUntil
    ? [
        t(
          'Please decide on a fee by {when}. After that, the amount reserved on the card is released.',
          {
            when: atBusiness(decideUntil),
          },
        ),
      ]
    : []

/** A paragraph with what the receipt shows of the work by a receipt profile. */
function describeReceipt(
  job: Pick<JobRow, 'oilType' | 'filledQuarts' | 'odometerMiles'>,
  receipt: ReceiptDetails | undefined,
): string[] {
  if (!receipt) return []
  const { oilType, filledQuarts, odometerMiles } = job
  const work = { oilType, oilGrade: null, filledQuarts, odometerMiles, filters: [] }
  const day = (on: string) => formatDay(on, { year: true })
  const facts = [
    ...describeProfile(receipt),
    ...describeWork(work, formatNumber, receipt),
    ...describeSubtotals(receipt).map(({ label, amount }) => ({
      label,
      value: formatAmount(amount),
    })),
    ...describeAfterwards(receipt, formatNumber, day),
  ]
  return [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')]
}

function describeNotDone(
  { reason, decideUntil, heldCents = 0, ...time }: WorkEvents['job_not_done'],
  { number }: JobFacts,
): string[] {
  const when = decideUntil && atBusiness(decideUntil)
  return [
    t('We could not do the service of your visit {number} on {time}.', {
      number: jobNumber(number),
      time: describeTime(time),
    }),
    t('Reason: {reason}', { reason: translate(notDoneLabels[reason]) }),
    ...(when
      ? [t('Our office decides by {when} whether it costs a fee, and writes to you.', { when })]
      : []),
    ...(when && heldCents > 0
      ? [t('Until then the {held} stays reserved on your card.', { held: formatCents(heldCents) })]
      : []),
  ]
}

function describeUnsent(
  { count, moved, completed }: WorkEvents['unsent_work'],
  number: string,
): string {
  if (completed)
    return plural(
      count,
      {
        one: '{number} was completed while they had no signal. {count} change could not be saved.',
        other:
          '{number} was completed while they had no signal. {count} changes could not be saved.',
      },
      { number },
    )
  return moved
    ? plural(
        count,
        {
          one: '{number} was moved while they had no signal. {count} change could not be saved.',
          other: '{number} was moved while they had no signal. {count} changes could not be saved.',
        },
        { number },
      )
    : plural(
        count,
        {
          one: '{number} was reassigned or cancelled while they had no signal. {count} change could not be saved.',
          other:
            '{number} was reassigned or cancelled while they had no signal. {count} changes could not be saved.',
        },
        { number },
      )
}
