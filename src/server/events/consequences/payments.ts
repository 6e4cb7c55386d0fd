import type { PaymentEvents } from '#shared/rules/events.ts'
import { adjustmentLabels } from '#shared/rules/cost-words.ts'
import type { JobRow } from '#server/features/jobs/queries.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import { isFeeDue } from '#shared/rules/cancelled-money.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { type AdjustReason, hasReceipt } from '#shared/rules/payments.ts'
import { howToPay } from '#shared/rules/paying.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import type { ConsequencesOf, JobFacts, NotificationRule } from '../consequence-types.ts'
import { describePaying, describeReturn, explainAdjusted } from '../describe-visit.ts'
import type { LinkTo } from '../links.ts'

/** What nobody is told of in words, but every screen that shows the money shows at once. */
const shown = {
  history: true,
  changes: ['payments', 'jobs'],
  hears: ['parties', 'office'],
} as const

/** What is still to be paid, with the way to do it; sent only while exactly that is owed. */
const bill = (
  title: typeof paymentNeeded | typeof paymentReminder,
  describe: (data: { cents: number; tried?: boolean; fee?: boolean }, job: JobFacts) => string,
) =>
  ({
    to: 'customer',
    link: 'pay',
    bell: ({ data, job }) => ({
      title: translate(title),
      message: [describe(data, job), ...directly()].join(' '),
    }),
    mail: ({ data, job, link }) => ({
      subject: translate(title),
      paragraphs: [
        describe(data, job),
        ...explainAdjusted(job),
        describePaying(link),
        ...describePaid(),
      ],
    }),
    sms: ({ data, job, link }) =>
      [describe(data, job), describePaying(link), ...describePaid()].join(' '),
    whileOwed: ({ cents }) => cents,
  }) satisfies NotificationRule<'payment_due' | 'payment_reminded'>

const paymentNeeded = text('Payment needed')
const paymentReminder = text('Reminder: payment needed')

export const paymentConsequences = {
  card_saved: shown,
  payment_held: shown,
  payment_released: shown,
  payment_changed: { changes: ['payments', 'jobs'], hears: ['parties', 'office'] },
  refund_decided: shown,

  fee_decided: {
    ...shown,
    wakesPayment: true,
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('About your visit'),
          message: describeFee(data, job).join(' '),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('about your visit that could not be done'),
          paragraphs: [
            ...describeFee(data, job),
            ...describeReturn(data),
            isFeeDue(data) ? describePaying(link) : visitLink(link),
          ],
        }),
      },
    ],
  },

  fee_lapsed: {
    ...shown,
    wakesPayment: true,
    notifies: [
      {
        to: 'office',
        link: 'visit',
        bell: ({ job }) => ({
          title: t('No fee was decided'),
          message: t('{number}: the time to decide is over, so nothing is charged.', {
            number: jobNumber(job.number),
          }),
        }),
      },
      {
        to: 'customer',
        link: 'visit',
        bell: ({ job }) => ({
          title: t('About your visit'),
          message: describeLapse(job),
        }),
        mail: ({ job, link }) => ({
          subject: t('about your visit that could not be done'),
          paragraphs: [describeLapse(job), visitLink(link)],
        }),
      },
    ],
  },

  payment_adjusted: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ owedCents }) => owedCents === undefined,
        bell: ({ data, job }) => ({
          title: t('Your price has changed'),
          message: describeAdjustment(data, job).join(' '),
        }),
      },
      {
        to: 'customer',
        link: 'pay',
        when: ({ owedCents }) => owedCents !== undefined,
        bell: ({ data, job }) => ({
          title: t('Your price has changed'),
          message: describeAdjustment(data, job).join(' '),
        }),
      },
      {
        to: 'customer',
        mail: ({ data, job, link }) => ({
          subject: t('your price has changed'),
          paragraphs: [
            ...describeAdjustment(data, job),
            data.owedCents ? describePaying(link) : visitLink(link),
          ],
        }),
      },
    ],
  },

  payment_charged: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'receipt',
        when: ({ watched }) => !watched,
        bell: ({ data, job }) => ({
          title: t('{amount} charged to your card', { amount: formatCents(data.cents) }),
          message: [describeCharge(data, job), ...describeChange(data)].join(' '),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('{amount} charged to your card', { amount: formatCents(data.cents) }),
          paragraphs: [
            describeCharge(data, job),
            ...explainAdjusted(job),
            isGuest ? visitLink(link) : receiptLink(job, link),
          ],
        }),
      },
    ],
  },

  tip_given: {
    changes: ['payments', 'jobs', 'technicians'],
    history: true,
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('You got a tip'),
          message: t('{amount} for {number}.', {
            amount: formatCents(data.cents),
            number: jobNumber(job.number),
          }),
        }),
      },
      {
        to: 'customer',
        link: 'receipt',
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('thank you for the tip'),
          paragraphs: [
            t('We charged the tip of {amount} to your card. It goes to {technician}. Thank you!', {
              amount: formatCents(data.cents),
              technician: job.technicianName || t('your technician'),
            }),
            isGuest ? visitLink(link) : receiptLink(job, link),
          ],
        }),
      },
    ],
  },

  tip_refunded: {
    changes: ['payments', 'jobs', 'technicians'],
    history: true,
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'technician',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('A tip was given back'),
          message: t('{amount} of the tip for {number} went back to the customer.', {
            amount: formatCents(data.cents),
            number: jobNumber(job.number),
          }),
        }),
      },
      {
        to: 'customer',
        link: 'receipt',
        bell: ({ data }) => ({
          title: t('Refund on its way'),
          message: describeTipRefund(data).join(' '),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('Refund on its way'),
          paragraphs: [
            ...describeTipRefund(data),
            isGuest ? visitLink(link) : receiptLink(job, link),
          ],
        }),
      },
    ],
  },

  payment_refunded: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'receipt',
        bell: ({ data }) => ({
          title: t('Refund on its way'),
          message: describeRefund(data).join(' '),
        }),
        mail: ({ data, job, link, isGuest }) => ({
          subject: t('Refund on its way'),
          paragraphs: [...describeRefund(data), isGuest ? visitLink(link) : receiptLink(job, link)],
        }),
      },
    ],
  },

  payment_refund_failed: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ promised }) => promised,
        bell: ({ data }) => ({
          title: t('Your refund is delayed'),
          message: describeDelay(data.cents),
        }),
        mail: ({ data, link }) => ({
          subject: t('your refund is delayed'),
          paragraphs: [describeDelay(data.cents), t('Your visit: {link}', { link: link('visit') })],
        }),
      },
      {
        to: 'office',
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('A refund failed'),
          message: describeFailedRefund(data.cents, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('A refund failed'),
          paragraphs: [
            describeFailedRefund(data.cents, job),
            t('Say here what was done about it: {link}', { link: link('visit') }),
          ],
        }),
      },
    ],
  },

  payment_problem_resolved: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        when: ({ outcome, cents }) => outcome !== 'noted' && cents !== null,
        bell: ({ data }) => ({ title: t('About your refund'), message: describeResolved(data) }),
        mail: ({ data, link }) => ({
          subject: t('about your refund'),
          paragraphs: [describeResolved(data), t('Your visit: {link}', { link: link('visit') })],
        }),
      },
    ],
  },

  payment_due: {
    ...shown,
    notifies: [bill(paymentNeeded, (data, job) => describeDue(data, job))],
  },

  payment_reminded: {
    history: true,
    changes: [],
    hears: [],
    notifies: [bill(paymentReminder, (data, job) => describeOwed(data, job))],
  },

  payment_failed: {
    ...shown,
    notifies: [
      {
        to: 'customer',
        link: 'pre_authorize',
        bell: () => ({ title: t('Please check your card'), message: describeFailure() }),
        mail: ({ link }) => ({
          subject: t('Please check your card'),
          paragraphs: [
            describeFailure(),
            t('Enter a card here: {link}', { link: link('pre_authorize') }),
          ],
        }),
      },
    ],
  },
} satisfies ConsequencesOf<PaymentEvents>

function describeAdjustment(
  { fromCents, toCents, reason, words, owedCents }: PaymentEvents['payment_adjusted'],
  { vehicle }: JobFacts,
): string[] {
  const amounts = {
    car: vehicleName(vehicle),
    from: formatCents(fromCents),
    to: formatCents(toCents),
  }
  return [
    t('The service on your {car} costs {to} now, instead of {from}.', amounts),
    describeAdjustmentReason(reason, words),
    ...(owedCents ? [t('{amount} is still to be paid.', { amount: formatCents(owedCents) })] : []),
  ]
}

const describeAdjustmentReason = (reason: AdjustReason, words: string | undefined): string =>
  words
    ? describeReason(words)
    : t('Reason: {reason}.', { reason: translate(adjustmentLabels[reason]) })

const describeFee = (
  data: PaymentEvents['fee_decided'],
  { number, vehicle }: JobFacts,
): string[] => {
  const { feeCents, reason } = data
  const said = {
    number: jobNumber(number),
    car: vehicleName(vehicle),
    fee: formatCents(feeCents),
  }
  return [
    feeCents > 0
      ? isFeeDue(data)
        ? t('Your visit {number} could not be done. A fee of {fee} is due for it.', said)
        : t('Your visit {number} could not be done. A fee of {fee} is charged for it.', said)
      : t('Your visit {number} could not be done. Nothing is charged for it.', said),
    ...(reason ? [describeReason(reason)] : []),
  ]
}

const describeLapse = (job: JobFacts): string =>
  [
    ...describeFee({ feeCents: 0, reason: '' }, job),
    t('What was reserved on a card for it is released.'),
  ].join(' ')

const describeReason = (reason: string): string => t('Reason: {reason}', { reason })

function describeCharge(
  { cents, added, fee }: PaymentEvents['payment_charged'],
  { vehicle }: JobFacts,
): string {
  const said = { amount: formatCents(cents), car: vehicleName(vehicle) }
  if (fee)
    return t('We charged the fee of {amount} to your card for the visit to your {car}.', said)
  return added
    ? t('We charged {amount} to your card for what was added to the service on your {car}.', said)
    : t('We charged {amount} to your card for the service on your {car}.', said)
}

const describeChange = ({ reason, words }: PaymentEvents['payment_charged']): string[] =>
  reason
    ? [
        t('The office changed the price: {reason}', {
          reason: words || translate(adjustmentLabels[reason]),
        }),
      ]
    : []

const refundReasons: Partial<Record<string, string>> = {
  ...adjustmentLabels,
  cancelled: text('Your visit was cancelled'),
  card_dashboard: adjustmentLabels.refunded,
}

const describeRefund = ({ cents, reason, words }: PaymentEvents['payment_refunded']): string[] => [
  t('We sent {amount} back to your card. Your bank may take a few days to show it.', {
    amount: formatCents(cents),
  }),
  ...(reason ? [describeReason(words || translate(refundReasons[reason] ?? ''))] : []),
]

const describeTipRefund = ({ cents, reason, words }: PaymentEvents['tip_refunded']): string[] => [
  t('We sent {amount} of your tip back to your card. Your bank may take a few days to show it.', {
    amount: formatCents(cents),
  }),
  ...(reason ? [describeReason(words || translate(refundReasons[reason] ?? ''))] : []),
]

type Link = (to: LinkTo) => string

const visitLink = (link: Link) => t('Your visit: {link}', { link: link('visit') })

/** Money also moves before there is a receipt. */
const receiptLink = ({ status, payState }: JobRow, link: Link) =>
  hasReceipt(status, payState)
    ? t('Your receipt: {link}', { link: link('receipt') })
    : visitLink(link)

const describeDelay = (cents: number): string =>
  t(
    'Your bank did not take the refund of {amount}. We will get it to you another way; you need not do anything.',
    { amount: formatCents(cents) },
  )

const describeFailedRefund = (cents: number, { vehicle }: JobFacts): string =>
  t(
    'The card network did not make a refund of {amount} for the service on a {car}. Please give the money back another way.',
    { amount: formatCents(cents), car: vehicleName(vehicle) },
  )

const describeResolved = ({
  cents,
  outcome,
}: PaymentEvents['payment_problem_resolved']): string => {
  const amount = formatCents(cents ?? 0)
  return outcome === 'given_back'
    ? t('We gave {amount} back to you another way, because your bank did not take the refund.', {
        amount,
      })
    : t('The refund of {amount} that failed will not be made again.', { amount })
}

const describeOwed = (
  { cents, fee }: { cents: number; fee?: boolean },
  { vehicle }: Pick<JobFacts, 'vehicle'>,
) =>
  fee
    ? t('The fee of {amount} for the visit to your {car} is still to be paid.', {
        amount: formatCents(cents),
        car: vehicleName(vehicle),
      })
    : describeOwedService(cents, vehicle)

const describeOwedService = (cents: number, vehicle: JobFacts['vehicle']) =>
  t('{amount} for the service on your {car} is still to be paid.', {
    amount: formatCents(cents),
    car: vehicleName(vehicle),
  })

/** How to pay where the entry leads to no card form. */
const directly = () =>
  takesCards() ? [] : [howToPay('completed', currentSettings()), ...describePaid()]

/** Nobody here knows what was paid directly. */
const describePaid = () =>
  takesCards() ? [] : [t('If you have paid already, there is nothing left to do.')]

const describeDue = (
  { cents, tried, fee = false }: PaymentEvents['payment_due'],
  { vehicle }: JobFacts,
): string => {
  const said = { amount: formatCents(cents), car: vehicleName(vehicle) }
  if (!takesCards() || (fee && !tried)) return describeOwed({ cents, fee }, { vehicle })
  if (fee)
    return t('We could not charge the fee of {amount}. Please pay it online.', {
      amount: said.amount,
    })
  return tried
    ? t('We could not charge {amount} for the service on your {car}. Please pay it online.', said)
    : t('The service on your {car} is done. Please pay {amount} online.', said)
}

const describeFailure = (): string =>
  t('We could not hold the amount of your visit. Please enter a card.')
