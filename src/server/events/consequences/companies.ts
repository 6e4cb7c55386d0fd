import { currentSettings } from '#server/base/current-settings.ts'
import { memberRoleLabels } from '#shared/rules/companies.ts'
import type { CompanyEvents } from '#shared/rules/events.ts'
import { firstDayOf } from '#shared/rules/statements.ts'
import { formatCents, formatDay, formatMonth } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { storedVehicleName } from '#shared/rules/vehicle-names.ts'
import type { SomeConsequences } from '../consequence-types.ts'
import { describeTime } from '../describe-visit.ts'
import { atBusiness } from './log-lines.ts'

type What = CompanyEvents['company_changed']['what']
const changes: What[] = [
  'added',
  'changed',
  'held',
  'released',
  'closed',
  'reopened',
  'merged',
  'member_removed',
  'cars',
]

/** Companies: their rules, members and cars. */
export const companyConsequences = {
  company_changed: {
    audit: {
      about: 'customers',
      stores: ['companyId', 'name', 'what'],
      variants: changes.map((what) => ({ what })),
      line: ({ what, name }) => ({ title: titleOf(what), lines: [name] }),
    },
    changes: ['companies', 'customers', 'vehicles'],
    hears: ['office'],
  },
  company_member_added: {
    audit: {
      about: 'customers',
      stores: ['companyId', 'company', 'role'],
      line: ({ company, role }) => ({
        title: t('Member of a company added'),
        lines: [company, role && translate(memberRoleLabels[role])],
      }),
    },
    changes: ['companies', 'account'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: ({ invitedEmail, language }) => ({ email: invitedEmail, language }),
        when: ({ invited }) => invited,
        mail: ({ data, link }) => ({
          subject: t('You are invited to {company} at {brand}', {
            company: data.company,
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            data.role === 'driver'
              ? t('You can book oil changes for the cars you drive for {company}.', {
                  company: data.company,
                })
              : t('You can book and follow oil changes for the cars of {company}.', {
                  company: data.company,
                }),
            t('Sign in with this e-mail address, {email}; you need no password:', {
              email: data.invitedEmail,
            }) + `\n${link('sign_in')}`,
          ],
        }),
      },
    ],
  },
  company_approval_asked: {
    audit: null,
    changes: ['companies', 'jobs'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: ({ approverEmail, language }) => ({ email: approverEmail, language }),
        mail: ({ data }) => ({
          subject: t('Please approve a visit: {unit}', { unit: unitOf(data) }),
          paragraphs: [
            t('{company}: {unit}, {time}, {amount}.', {
              company: data.company,
              unit: unitOf(data),
              time: describeTime(data),
              amount: formatCents(data.cents),
            }),
            t(
              'The time is held. The visit takes place once it is approved; please answer by {when}:',
              {
                when: atBusiness(data.until),
              },
            ) + `\n${data.link}`,
            t('Anyone with this link can answer for you, so please do not pass it on.'),
          ],
        }),
      },
    ],
  },
  company_approval_lapsed: {
    audit: null,
    changes: ['companies', 'jobs'],
    hears: ['office'],
    notifies: [
      {
        to: 'office',
        link: 'companies',
        bell: ({ data }) => ({
          title: t('A company has not approved a visit'),
          message: t('{company}: {unit}, {time}, {amount}.', {
            company: data.company,
            unit: unitOf(data),
            time: describeTime(data),
            amount: formatCents(data.cents),
          }),
        }),
      },
    ],
  },
  company_approval_answered: {
    audit: {
      about: 'visits',
      stores: ['company', 'approved'],
      visit: ({ jobId }) => jobId,
      variants: [{ approved: true }, { approved: false }],
      line: ({ company, approved }) => ({
        title: approved ? t('Visit of a company approved') : t('Visit of a company declined'),
        lines: [company],
      }),
    },
    changes: ['companies', 'jobs'],
    hears: ['office', 'person'],
  },
  statement_closed: {
    audit: {
      about: 'money',
      stores: ['companyId', 'company', 'number'],
      line: ({ number = '', company, cents }) => ({
        title: t('Statement {number}', { number }),
        lines: [company],
        cents,
      }),
    },
    changes: ['companies', 'payments', 'jobs'],
    hears: ['office'],
    notifies: [
      {
        to: ({ billedEmail, language }) => ({ email: billedEmail, language }),
        attachedStatement: ({ statementId }) => statementId,
        mail: ({ data }) => ({
          subject: t('{brand}: statement {number}', {
            brand: currentSettings().brandName,
            number: data.number,
          }),
          paragraphs: [
            t('Statement {number} for {month}: {amount}, due on {date}.', wordsOf(data)),
            ...describeHowToPay(),
            t('The statement is attached, and here: {link}', data),
          ],
        }),
      },
    ],
  },
  statement_reminded: {
    audit: null,
    once: ({ data }) => ({ about: data.number, step: data.days }),
    changes: [],
    hears: [],
    notifies: [
      {
        to: ({ billedEmail, language }) => ({ email: billedEmail, language }),
        attachedStatement: ({ statementId }) => statementId,
        mail: ({ data }) => ({
          subject:
            data.days < 0
              ? t('Reminder: statement {number} is due soon', data)
              : t('Reminder: statement {number} is overdue', data),
          paragraphs: [
            data.days < 0
              ? t('Statement {number} for {month}: {amount} is due by {date}.', wordsOf(data))
              : t(
                  'Statement {number} for {month} was due on {date}: {amount} is unpaid.',
                  wordsOf(data),
                ),
            ...describeHowToPay(),
            t('If you have paid already, there is nothing left to do.'),
            t('The statement is attached, and here: {link}', data),
          ],
        }),
      },
    ],
  },
  statement_paid: {
    audit: {
      about: 'money',
      stores: ['companyId', 'company', 'number', 'back'],
      variants: [{ back: 'x' }, {}],
      line: ({ number = '', company, cents, back }) => ({
        title:
          back === undefined
            ? t('Payment of statement {number} recorded', { number })
            : t('Payment of statement {number} taken back', { number }),
        lines: [company],
        comment: back,
        cents,
      }),
    },
    changes: ['companies', 'payments', 'jobs'],
    hears: ['office'],
  },
  company_member_removed: {
    audit: null,
    changes: ['companies', 'account', 'vehicles', 'jobs'],
    hears: ['office', 'person'],
  },
} satisfies SomeConsequences

const unitOf = ({ unit, car }: { unit: string; car: string }): string =>
  [unit, storedVehicleName(car)].filter(Boolean).join(' · ')

const wordsOf = ({ number, period, cents, dueOn }: CompanyEvents['statement_closed']) => ({
  number,
  month: formatMonth(firstDayOf(period)),
  amount: formatCents(cents),
  date: formatDay(dueOn, { year: true }),
})

/** In the office's words. */
const describeHowToPay = (): string[] => [currentSettings().invoiceInstructions].filter(Boolean)

function titleOf(what: What | undefined): string {
  switch (what) {
    case 'added':
      return t('Company added')
    case 'held':
      return t('Company put on hold')
    case 'released':
      return t('Company taken off hold')
    case 'closed':
      return t('Company closed')
    case 'reopened':
      return t('Company reopened')
    case 'merged':
      return t('Company merged into another one and closed')
    case 'member_removed':
      return t('Member of a company removed')
    case 'cars':
      return t('Cars of a company changed')
    default:
      return t('Company changed')
  }
}
