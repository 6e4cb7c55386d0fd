import {
  type EventData,
  type EventName,
  type ExportedList,
  exportedLists,
} from '#shared/rules/events.ts'
import { spotChangeInWords } from '#shared/contract/describe-core-spot.ts'
import { customerFields, nameOfField } from '#shared/contract/describe-customer-event.ts'
import { describeSettingValue } from '#shared/contract/describe-setting.ts'
import { changesInWords } from '#shared/contract/describe-change.ts'
import type { AuditSubject } from '#shared/rules/audit.ts'
import type { FieldChange } from '#shared/rules/catalog.ts'
import { differenceLabels } from '#shared/rules/daily-close.ts'
import { type TechnicianField, technicianFields } from '#shared/rules/technicians.ts'
import { allSlots } from '#shared/rules/closures.ts'
import type { SettingChange } from '#shared/rules/setting-changes.ts'
import { namedSettings, nameSettings } from '#shared/rules/setting-labels.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { formatDay, formatNumber, formatSlot } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import type { RecordedEvent } from './consequences.ts'
import type { NameOf, Recorded, Told } from './history/history-words.ts'

type Entry<E extends EventName> = {
  about: AuditSubject
  /** What of its data is kept: ids, dates and names of settings, never what says who somebody is. */
  keeps?: readonly (keyof EventData[E] & string)[]
  /** Whom it is about, where the verb has not said so. */
  person?: (data: EventData[E]) => string | undefined
  /** The visit it is about, where it is about one. */
  visit?: (data: EventData[E]) => string | undefined
  says: (data: Recorded<EventData[E]>, nameOf: NameOf) => Told
  /** Data by which it is called differently, so that it is found by each name. */
  called?: readonly Recorded<EventData[E]>[]
}
type OfficeWords = {
  [E in Exclude<EventName, RecordedEvent>]:
    | Entry<E>
    /** Nothing that somebody of the office does, or said by another event of the same action. */
    | null
}

const dates = ({ from, to }: { from?: string; to?: string }): string | undefined =>
  from && to
    ? from === to
      ? formatDay(from, { year: true })
      : t('{from} to {to}', { from: formatDay(from), to: formatDay(to, { year: true }) })
    : undefined

const exportTitles = (): Record<ExportedList, string> => ({
  customers: t('List of customers exported'),
  payments: t('List of payments exported'),
  invoices: t('List of invoices exported'),
  ledger: t('Ledger exported'),
  promotions: t('List of promotion codes exported'),
  audit: t('Audit log exported'),
})

const importedLines = ({
  customers = 0,
  vehicles = 0,
}: {
  customers?: number
  vehicles?: number
}) => [
  plural(customers, { one: '{count} customer', other: '{count} customers' }),
  plural(vehicles, { one: '{count} car', other: '{count} cars' }),
]

/** Names of what changed of a technician; older rows do not have them. */
const nameFields = (fields: readonly TechnicianField[] = []): string =>
  fields.map((field) => translate(technicianFields[field])).join(', ')

type Closure = {
  from?: string
  to?: string
  name?: string
  reason?: string
  slots?: readonly number[]
}

/** Which days, which times where it is not all of them, what it is called, and why. */
const closureLines = ({ slots = [], name, reason, ...days }: Closure) => ({
  lines: [
    dates(days),
    slots.length < allSlots.length
      ? slots.map((slot) => formatSlot(slotLabel(slot))).join(', ')
      : undefined,
    name,
  ],
  comment: reason,
})

/** Each from what to what; of what is too long to be said, and in older rows, the name alone. */
const settingLines = (names: readonly string[], changes: readonly SettingChange[]) => {
  const said = changes.filter(({ name }) => names.includes(name))
  return [
    ...said
      // The days follow from the hours.
      .filter(({ name }) => name !== 'serviceDays' || !names.includes('weeklyHours'))
      .map(({ name, from, to }) =>
        t('{what}: {from} → {to}', {
          what: nameSettings([name]),
          from: describeSettingValue(name, from),
          to: describeSettingValue(name, to),
        }),
      ),
    nameSettings(names.filter((name) => !said.some((one) => one.name === name))),
  ]
}

const everyWhat = [{ what: 'added' }, { what: 'changed' }, { what: 'deleted' }] as const

type Changed = { name?: string; what?: string; changes?: readonly Recorded<FieldChange>[] }

/** What it is called, and from what to what it changed; what was added or deleted is said by its name. */
const changeLines = ({ name, what, changes = [] }: Changed) => [
  name,
  what === 'changed' ? changesInWords(changes as readonly FieldChange[]) : undefined,
]

/** What the audit log keeps and says of everything the office does that no visit's history has. */
const words: OfficeWords = {
  customer_link_shown: { about: 'visits', says: () => ({ title: t('Customer’s link copied') }) },
  job_message: { about: 'visits', says: () => ({ title: t('Message to the visit written') }) },
  call_started: { about: 'visits', says: () => ({ title: t('Call started') }) },
  messages_read: null,
  position_changed: null,
  payment_changed: null,

  customer_changed: {
    about: 'customers',
    keeps: ['what', 'fields'],
    person: ({ customerId }) => customerId,
    called: [
      { what: 'added' },
      { what: 'changed' },
      { what: 'note_added' },
      { what: 'note_removed' },
      ...customerFields.map((field) => ({ what: 'changed', fields: [field] }) as const),
    ],
    says: ({ what, fields = [] }) => ({
      lines: [fields.map((field) => nameOfField(field)).join(', ')],
      title:
        what === 'added'
          ? t('Customer added')
          : what === 'note_added'
            ? t('Note added to a customer')
            : what === 'note_removed'
              ? t('Note removed from a customer')
              : t('Customer changed'),
    }),
  },
  customers_imported: {
    about: 'customers',
    keeps: ['importId', 'customers', 'vehicles'],
    says: (data) => ({ title: t('Customers imported'), lines: importedLines(data) }),
  },
  import_undone: {
    about: 'customers',
    keeps: ['importId', 'customers', 'vehicles'],
    says: (data) => ({ title: t('Import undone'), lines: importedLines(data) }),
  },
  data_exported: {
    about: 'settings',
    keeps: ['photos'],
    says: ({ photos }) => ({
      title: t('All data exported'),
      lines: photos ? [t('with photos')] : [],
    }),
  },
  list_exported: {
    about: 'settings',
    keeps: ['list'],
    called: exportedLists.map((list) => ({ list })),
    says: ({ list = 'audit' }) => ({ title: exportTitles()[list] }),
  },
  customers_merged: {
    about: 'customers',
    keeps: ['customerId', 'mergedId'],
    says: ({ mergedId }, nameOf) => ({
      title: t('Two customers merged'),
      lines: [nameOf(mergedId) ? t('{name} was merged', { name: nameOf(mergedId) }) : undefined],
    }),
  },
  account_deleted: {
    about: 'customers',
    person: ({ customerId }) => customerId,
    says: () => ({ title: t('Customer deleted') }),
  },
  vehicle_saved: {
    about: 'customers',
    keeps: ['vehicleId', 'what'],
    called: [{ what: 'added' }, { what: 'changed' }, { what: 'odometer' }],
    says: ({ what }) => ({
      title:
        what === 'added'
          ? t('Car added')
          : what === 'odometer'
            ? t('Odometer reading changed')
            : t('Car changed'),
    }),
  },
  vehicle_deleted: {
    about: 'customers',
    keeps: ['vehicleId'],
    says: () => ({ title: t('Car deleted') }),
  },
  vehicle_recovered: {
    about: 'customers',
    keeps: ['vehicleId'],
    says: () => ({ title: t('Car recovered') }),
  },
  email_changed: null,

  account_approved: {
    about: 'technicians',
    says: () => ({ title: t('Technician approved') }),
  },
  technician_added: {
    about: 'technicians',
    person: ({ technicianId }) => technicianId,
    says: () => ({ title: t('Technician added') }),
  },
  technician_deactivated: {
    about: 'technicians',
    person: ({ technicianId }) => technicianId,
    says: () => ({ title: t('Technician deactivated') }),
  },
  technician_invited: {
    about: 'technicians',
    says: () => ({ title: t('Technician invited') }),
  },
  technician_changed: {
    about: 'technicians',
    keeps: ['works', 'fields'],
    says: ({ works, fields }) => ({
      title: t('Technician changed'),
      lines: [nameFields(fields) || (works ? t('Working hours or skills') : undefined)],
    }),
  },
  technician_away: {
    about: 'technicians',
    keeps: ['from', 'to'],
    says: (data) => ({ title: t('Days off'), lines: [dates(data)] }),
  },
  technician_back: {
    about: 'technicians',
    keeps: ['from', 'to'],
    says: (data) => ({ title: t('Days off taken back'), lines: [dates(data)] }),
  },
  calendar_feed_changed: {
    about: 'technicians',
    keeps: ['on', 'replaced'],
    called: [{ on: true }, { on: false }],
    says: ({ on }) => ({
      title: on ? t('Secret calendar address made') : t('Secret calendar address ended'),
    }),
  },
  technician_waiting: null,

  contact_message_handled: {
    about: 'messages',
    keeps: ['contactMessageId'],
    says: () => ({ title: t('Message to the office seen to') }),
  },
  contact_message_assigned: {
    about: 'messages',
    keeps: ['contactMessageId'],
    says: () => ({ title: t('Message to the office given to somebody') }),
  },
  contact_message_answered: {
    about: 'messages',
    keeps: ['contactMessageId'],
    says: () => ({ title: t('Message to the office answered') }),
  },
  contact_message: null,
  text_received: null,

  slots_blocked: {
    about: 'schedule',
    keeps: ['from', 'to', 'slots', 'name', 'reason'],
    says: (data) => ({ title: t('Times blocked'), ...closureLines(data) }),
  },
  slots_opened: {
    about: 'schedule',
    keeps: ['from', 'to', 'slots', 'name', 'reason'],
    says: (data) => ({ title: t('Times opened'), ...closureLines(data) }),
  },

  settings_changed: {
    about: 'settings',
    keeps: ['names', 'changes'],
    called: [{}, ...namedSettings.map((name) => ({ names: [name] }))],
    says: ({ names = [], changes = [] }) => ({
      title: t('Settings changed'),
      lines: settingLines(names, changes as readonly SettingChange[]),
    }),
  },
  service_area_changed: {
    about: 'settings',
    keeps: ['name', 'what', 'before', 'after'],
    called: everyWhat,
    says: ({ name, what, before, after }) => ({
      title:
        what === 'added'
          ? t('Core spot added')
          : what === 'deleted'
            ? t('Core spot deleted')
            : t('Core spot changed'),
      lines: [name, before && after ? spotChangeInWords(before, after) : undefined],
    }),
  },

  catalog_changed: {
    about: 'catalog',
    keeps: ['itemId', 'name', 'what', 'changes'],
    called: [...everyWhat, {}],
    says: (data) => ({
      title:
        data.what === 'added'
          ? t('Package or product added')
          : data.what === 'deleted'
            ? t('Package or product deleted')
            : data.what === 'changed'
              ? t('Package or product changed')
              : t('Packages or products changed'),
      lines: changeLines(data),
    }),
  },
  stock_changed: {
    about: 'catalog',
    keeps: ['productId', 'name', 'from', 'to', 'reason'],
    visit: ({ jobId }) => jobId,
    says: ({ name, from, to, reason }) => ({
      title: t('Stock changed'),
      comment: reason,
      lines: [
        name,
        from === undefined || to === undefined
          ? undefined
          : t('{from} → {to}', { from: formatNumber(from), to: formatNumber(to) }),
      ],
    }),
  },
  promotion_changed: {
    about: 'catalog',
    keeps: ['promotionId', 'name', 'what', 'changes'],
    called: everyWhat,
    says: (data) => ({
      title:
        data.what === 'added'
          ? t('Promotion code added')
          : data.what === 'deleted'
            ? t('Promotion code deleted')
            : t('Promotion code changed'),
      lines: changeLines(data),
    }),
  },
  engines_changed: {
    about: 'catalog',
    keeps: ['engineId', 'name', 'what', 'changes'],
    called: [...everyWhat, {}],
    says: (data) => ({
      title:
        data.what === 'added'
          ? t('Engine added')
          : data.what === 'deleted'
            ? t('Engine deleted')
            : data.what === 'changed'
              ? t('Engine corrected')
              : t('Engine table changed'),
      lines: changeLines(data),
    }),
  },
  day_compared: null,
  day_closed: {
    about: 'money',
    keeps: ['date', 'netCents'],
    says: ({ date, netCents }) => ({
      title: t('Day signed off'),
      cents: netCents,
      lines: [dates({ from: date, to: date })],
    }),
  },
  difference_settled: {
    about: 'money',
    keeps: ['date', 'kind', 'hereCents', 'thereCents', 'recorded'],
    called: [{ recorded: true }, { recorded: false }],
    says: ({ date, kind, hereCents = 0, thereCents = 0, recorded }) => ({
      title: recorded ? t('Difference of a day booked') : t('Difference of a day explained'),
      cents: Math.abs(thereCents - hereCents),
      lines: [
        dates({ from: date, to: date }),
        kind ? translate(differenceLabels[kind]) : undefined,
      ],
    }),
  },
  stock_low: null,
  oil_data_changed: null,
}

export type OfficeEvent = keyof typeof words
type AnyEntry = Entry<EventName> | null

/** What the audit log keeps and says of an event; undefined for one that is not in it, or that a visit's history has. */
export const officeEntryOf = (event: EventName): Entry<EventName> | undefined =>
  (words as unknown as Partial<Record<EventName, AnyEntry>>)[event] ?? undefined

/** Every event that the office's log may hold. */
export const officeEventNames = (Object.keys(words) as EventName[]).filter(officeEntryOf)
