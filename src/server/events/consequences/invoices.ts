import { currentSettings } from '#server/base/current-settings.ts'
import type { PaymentEvents } from '#shared/rules/events.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { JobFacts, SomeConsequences } from '../consequence-types.ts'
import { shown, visitLink } from './payment-words.ts'

/** Messages to customers who pay by invoice. */
export const invoiceConsequences = {
  invoice_issued: {
    ...shown,
    history: ({ number = '', cents, replaces }) => ({
      title: t('Invoice {number}', { number }),
      cents,
      lines: [replaces ? t('It replaces invoice {number}.', { number: replaces }) : undefined],
    }),
    resendWhile: ['completed', 'cancelled'],
    notifies: [
      {
        to: 'customer',
        billTo: ({ billedEmail }) => billedEmail,
        link: 'visit',
        bell: ({ data, job }) => ({
          title: t('Invoice {number}', data),
          message: describeInvoice(data, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: t('invoice {number}', data),
          paragraphs: [
            describeInvoice(data, job),
            ...(data.replaces
              ? [t('It replaces invoice {number}.', { number: data.replaces })]
              : []),
            ...describeHowToPay(),
            describeWhere(link),
          ],
        }),
      },
    ],
  },
  invoice_reminded: {
    history: ({ number = '', cents }) => ({
      title: t('Reminder of invoice {number}', { number }),
      cents,
    }),
    once: ({ data }) => ({ about: data.number, step: data.days }),
    changes: [],
    hears: [],
    resendWhile: ['completed', 'cancelled'],
    notifies: [
      {
        to: 'customer',
        billTo: ({ billedEmail }) => billedEmail,
        link: 'visit',
        bell: ({ data, job }) => ({
          title: titleOfReminder(data),
          message: describeOpen(data, job),
        }),
        mail: ({ data, job, link }) => ({
          subject: titleOfReminder(data),
          paragraphs: [
            describeOpen(data, job),
            ...describeHowToPay(),
            t('If you have paid already, there is nothing left to do.'),
            describeWhere(link),
          ],
        }),
        whileOwed: ({ cents }) => cents,
      },
    ],
  },
  invoice_voided: {
    ...shown,
    history: ({ number = '', cents }) => ({
      title: t('Invoice {number} is void', { number }),
      cents,
    }),
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        bell: ({ data }) => ({
          title: t('Invoice {number} is void', data),
          message: t('There is nothing to pay for it.'),
        }),
        mail: ({ data, link }) => ({
          subject: t('invoice {number} is void', data),
          paragraphs: [t('There is nothing to pay for invoice {number}.', data), visitLink(link)],
        }),
      },
    ],
  },
} satisfies SomeConsequences

const describeInvoice = (
  { number, cents, dueOn }: PaymentEvents['invoice_issued'],
  { vehicle }: JobFacts,
): string =>
  t('Invoice {number} for the visit to your {car}: {amount}, due on {date}.', {
    number,
    car: vehicleName(vehicle),
    amount: formatCents(cents),
    date: formatDay(dueOn, { year: true }),
  })

const titleOfReminder = ({ number, days }: PaymentEvents['invoice_reminded']): string =>
  days < 0
    ? t('Reminder: invoice {number} is due soon', { number })
    : t('Reminder: invoice {number} is overdue', { number })

const describeOpen = (
  { number, cents, dueOn, days }: PaymentEvents['invoice_reminded'],
  { vehicle }: JobFacts,
): string => {
  const words = {
    number,
    car: vehicleName(vehicle),
    amount: formatCents(cents),
    date: formatDay(dueOn, { year: true }),
  }
  return days < 0
    ? t('Invoice {number} for the visit to your {car}: {amount} is due by {date}.', words)
    : t(
        'Invoice {number} for the visit to your {car} was due on {date}: {amount} is unpaid.',
        words,
      )
}

const describeWhere = (link: (to: 'visit') => string): string =>
  t('The invoice as a PDF is with your visit: {link}', { link: link('visit') })

/** In the office's words. */
const describeHowToPay = (): string[] => [currentSettings().invoiceInstructions].filter(Boolean)
