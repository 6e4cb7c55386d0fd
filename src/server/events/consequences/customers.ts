import { currentSettings } from '#server/base/current-settings.ts'
import { customerFields, nameOfField } from '#shared/contract/describe-customer-event.ts'
import { type ExportedList, exportedLists } from '#shared/rules/events.ts'
import { askUs } from '#shared/rules/reach.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { storedVehicleName } from '#shared/rules/vehicle-names.ts'
import { plural, t, wording } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'

/** Customers, their cars and accounts, and exports with personal or financial data. */
export const customerConsequences = {
  customer_changed: {
    audit: {
      about: 'customers',
      stores: ['what', 'fields'],
      person: ({ customerId }) => customerId,
      variants: [
        { what: 'added' },
        { what: 'changed' },
        { what: 'note_added' },
        { what: 'note_removed' },
        { what: 'texts_ended' },
        ...customerFields.map((field) => ({ what: 'changed', fields: [field] }) as const),
      ],
      line: ({ what, fields = [] }) => ({
        lines: [fields.map((field) => nameOfField(field)).join(', ')],
        title:
          what === 'added'
            ? t('Customer added')
            : what === 'note_added'
              ? t('Note added to a customer')
              : what === 'note_removed'
                ? t('Note removed from a customer')
                : what === 'texts_ended'
                  ? t('Texts to a customer ended')
                  : t('Customer changed'),
      }),
    },
    changes: ['customers', 'account', 'jobs'],
    hears: ['office', 'person'],
  },
  customers_imported: {
    audit: {
      about: 'customers',
      stores: ['importId', 'customers', 'vehicles', 'visits'],
      line: (data) => ({ title: t('Customers imported'), lines: importedLines(data) }),
    },
    changes: ['customers', 'vehicles', 'jobs'],
    hears: ['office'],
  },
  import_undone: {
    audit: {
      about: 'customers',
      stores: ['importId', 'customers', 'vehicles', 'visits'],
      line: (data) => ({ title: t('Import undone'), lines: importedLines(data) }),
    },
    changes: ['customers', 'vehicles', 'jobs'],
    hears: ['office'],
  },
  customers_merged: {
    audit: {
      about: 'customers',
      stores: ['customerId', 'mergedId'],
      line: ({ mergedId }, nameOf) => ({
        title: t('Two customers merged'),
        lines: [nameOf(mergedId) ? t('{name} was merged', { name: nameOf(mergedId) }) : undefined],
      }),
    },
    changes: ['customers', 'vehicles', 'jobs', 'payments', 'contact_messages', 'conversation'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: ({ stays }) => stays ?? { email: '' },
        when: ({ stays }) => stays !== null,
        mail: ({ link }) =>
          mergeMail(
            t('Everything is in one account now. Sign in again with this e-mail address:') +
              `\n${link('sign_in')}`,
          ),
      },
      {
        // Does not name the other address: if the office is mistaken, it belongs to a stranger.
        to: ({ former }) => former ?? { email: '' },
        when: ({ former }) => former !== null,
        mail: ({ data }) =>
          mergeMail(
            data.waits
              ? t(
                  'This e-mail address no longer opens your account; it opens the merged one in a day.',
                )
              : t(
                  'This e-mail address no longer opens your account. Use the other one to sign in.',
                ),
          ),
      },
    ],
  },
  account_deleted: {
    audit: {
      about: 'customers',
      person: ({ customerId }) => customerId,
      line: () => ({ title: t('Customer deleted') }),
    },
    changes: ['customers', 'jobs'],
    hears: ['office'],
  },
  email_changed: {
    audit: null,
    changes: ['customers', 'technicians'],
    hears: ['office'],
    notifies: [
      {
        // Mailed to the previous address, in case its owner did not make the change.
        to: ({ formerEmail }) => ({ email: formerEmail }),
        mail: ({ data }) => ({
          subject: t('Your e-mail address at {brand} was changed', {
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            t('Your {brand} account now uses {email}. If this was not you, {askUs}', {
              brand: currentSettings().brandName,
              email: data.email,
              askUs: wording(askUs('email', currentSettings())),
            }),
            ...(data.undoLink ? [undoWords(data.undoLink)] : []),
          ],
        }),
      },
    ],
  },
  email_change_asked: {
    audit: {
      about: 'customers',
      person: ({ personId }) => personId,
      line: () => ({ title: t('New e-mail address asked for') }),
    },
    changes: ['customers', 'technicians'],
    hears: ['office'],
    notifies: [
      {
        to: ({ formerEmail }) => ({ email: formerEmail }),
        mail: ({ data }) => ({
          subject: t('Your e-mail address at {brand} will change', {
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            t(
              'We were asked to change the e-mail address of your {brand} account to {email}. We will do so on {date}.',
              {
                brand: currentSettings().brandName,
                email: data.email,
                date: formatInstant(data.dueAt, currentSettings().timeZone),
              },
            ),
            undoWords(data.undoLink),
          ],
        }),
      },
    ],
  },
  email_change_undone: {
    audit: {
      about: 'customers',
      person: ({ personId }) => personId,
      line: () => ({ title: t('Change of e-mail address undone') }),
    },
    changes: ['customers', 'technicians', 'account'],
    hears: ['office', 'person'],
  },
  vehicle_saved: {
    audit: {
      about: 'customers',
      stores: ['vehicleId', 'what'],
      variants: [{ what: 'added' }, { what: 'changed' }, { what: 'odometer' }],
      line: ({ what }) => ({
        title:
          what === 'added'
            ? t('Car added')
            : what === 'odometer'
              ? t('Odometer reading changed')
              : t('Car changed'),
      }),
    },
    changes: ['vehicles'],
    hears: [],
  },
  vehicle_deleted: {
    audit: {
      about: 'customers',
      stores: ['vehicleId'],
      line: () => ({ title: t('Car deleted') }),
    },
    changes: ['vehicles', 'customers'],
    hears: ['office', 'person'],
  },
  vehicle_recovered: {
    audit: {
      about: 'customers',
      stores: ['vehicleId'],
      line: () => ({ title: t('Car recovered') }),
    },
    changes: ['vehicles', 'customers'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'home',
        bell: ({ data }) => ({
          title: t('Your car is back'),
          message: t('The office has restored {vehicle} to your account.', {
            vehicle: storedVehicleName(data.vehicle),
          }),
        }),
      },
    ],
  },
  data_exported: {
    audit: {
      about: 'settings',
      stores: ['photos'],
      line: ({ photos }) => ({
        title: t('All data exported'),
        lines: photos ? [t('with photos')] : [],
      }),
    },
    changes: [],
    hears: [],
  },
  list_exported: {
    audit: {
      about: 'settings',
      stores: ['list'],
      variants: exportedLists.map((list) => ({ list })),
      line: ({ list = 'audit' }) => ({ title: exportTitles()[list] }),
    },
    changes: [],
    hears: [],
  },
} satisfies SomeConsequences

const exportTitles = (): Record<ExportedList, string> => ({
  customers: t('List of customers exported'),
  payments: t('List of payments exported'),
  invoices: t('List of invoices exported'),
  ledger: t('Ledger exported'),
  cash_drawer: t('Cash counts exported'),
  promotions: t('List of promotion codes exported'),
  plan_members: t('List of plan members exported'),
  audit: t('Audit log exported'),
})

const importedLines = ({
  customers = 0,
  vehicles = 0,
  visits = 0,
}: {
  customers?: number
  vehicles?: number
  visits?: number
}) => [
  ...(customers > 0
    ? [plural(customers, { one: '{count} customer', other: '{count} customers' })]
    : []),
  ...(vehicles > 0 ? [plural(vehicles, { one: '{count} car', other: '{count} cars' })] : []),
  ...(visits > 0 ? [plural(visits, { one: '{count} visit', other: '{count} visits' })] : []),
]

/** Notifies an address that its account was merged; `access` is how to sign in. */
const mergeMail = (access: string) => ({
  subject: t('Your accounts at {brand} were merged', { brand: currentSettings().brandName }),
  paragraphs: [
    t('{brand} has merged two accounts, because they seem to belong to the same person.', {
      brand: currentSettings().brandName,
    }),
    access,
    t('If you have only one account, {askUs}', {
      askUs: wording(askUs('email', currentSettings())),
    }),
  ],
})

const undoWords = (link: string) =>
  t('If this was not you, undo it within seven days. You will then be signed out everywhere:') +
  `\n${link}`
