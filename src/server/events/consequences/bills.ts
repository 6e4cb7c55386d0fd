import { currentSettings } from '#server/base/current-settings.ts'
import { takesCards } from '#server/features/payments/queries.ts'
import type { PaymentEvents } from '#shared/rules/events.ts'
import { notStartedStatuses } from '#shared/rules/jobs.ts'
import { howToPay, otherWaysToPay } from '#shared/rules/paying.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import type { JobFacts, NotificationRule, SomeConsequences } from '../consequence-types.ts'
import { describePaying, describePartPaid, explainAdjusted } from '../describe-visit.ts'
import { shown } from './payment-words.ts'

type BillData = PaymentEvents['payment_due']

/** The amount due and how to pay it; sent only while exactly that is owed. */
const bill = (
  title: typeof paymentNeeded | typeof paymentReminder,
  describe: (data: BillData, job: JobFacts) => string,
) =>
  ({
    to: 'customer',
    link: 'pay',
    bell: ({ data, job }) => ({
      title: translate(title),
      message: [describe(data, job), ...describeLost(data), ...directly()].join(' '),
    }),
    mail: ({ data, job, link }) => ({
      subject: translate(title),
      paragraphs: [
        describe(data, job),
        ...describeLost(data),
        ...explainAdjusted(job),
        ...describePartPaid(job),
        describePaying(link),
        ...besidesCards(),
        ...describePaid(),
      ],
    }),
    sms: ({ data, job, link }) =>
      [
        describe(data, job),
        ...describeLost(data),
        ...describePartPaid(job),
        describePaying(link),
        ...describePaid(),
      ].join(' '),
    whileOwed: ({ cents }) => cents,
  }) satisfies NotificationRule<'payment_due' | 'payment_reminded'>

const paymentNeeded = text('Payment needed')
const paymentReminder = text('Reminder: payment needed')

/** Requests to the customer: a payment that is due, a card that can be charged. */
export const billConsequences = {
  payment_due: {
    ...shown,
    history: ({ cents, tried }) => ({
      title: t('Payment needed'),
      cents,
      lines: [tried ? t('The card could not be charged.') : undefined],
    }),
    resendWhile: ['completed', 'cancelled'],
    notifies: [bill(paymentNeeded, (data, job) => describeDue(data, job))],
  },

  payment_reminded: {
    history: ({ cents }) => ({ title: t('Reminder: payment needed'), cents }),
    once: ({ data, job }) => ({ about: job.id, step: data.days }),
    changes: [],
    hears: [],
    resendWhile: ['completed', 'cancelled'],
    notifies: [bill(paymentReminder, (data, job) => describeOwed(data, job))],
  },

  payment_failed: {
    ...shown,
    history: () => ({ title: t('The amount could not be reserved') }),
    resendWhile: notStartedStatuses,
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
} satisfies SomeConsequences

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
  t('{amount} for the service on your {car} is still unpaid.', {
    amount: formatCents(cents),
    car: vehicleName(vehicle),
  })

const describeDue = (
  { cents, tried, fee = false }: PaymentEvents['payment_due'],
  { vehicle }: JobFacts,
): string => {
  const words = { amount: formatCents(cents), car: vehicleName(vehicle) }
  if (!takesCards() || (fee && !tried)) return describeOwed({ cents, fee }, { vehicle })
  if (fee)
    return t('We could not charge the fee of {amount}. Please pay it online.', {
      amount: words.amount,
    })
  return tried
    ? t('We could not charge {amount} for the service on your {car}. Please pay it online.', words)
    : t('The service on your {car} is done. Please pay {amount} online.', words)
}

const describeFailure = (): string =>
  t('We could not hold the amount of your visit. Please enter a card.')

const describeLost = ({ takenBackCents }: BillData) =>
  takenBackCents
    ? [
        t('Your earlier payment of {amount} was taken back.', {
          amount: formatCents(takenBackCents),
        }),
      ]
    : []

/** How to pay when the link shows no card form, or besides it. */
const directly = () =>
  takesCards() ? besidesCards() : [howToPay('completed', currentSettings()), ...describePaid()]

const besidesCards = () =>
  takesCards() ? [otherWaysToPay('completed', currentSettings())].filter(Boolean) : []

/** The office may not have recorded it yet. */
const describePaid = () =>
  takesCards() ? [] : [t('If you have paid already, there is nothing left to do.')]
