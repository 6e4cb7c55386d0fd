import * as z from 'zod/mini'
import { t, text, translate } from '../texts/t.ts'
import { countryName } from '../rules/countries.ts'
import { mostDatedValues } from '../rules/dated-values.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { maxAdjustedCents } from '../rules/payments.ts'
import { changedSubjects } from '../rules/setting-changes.ts'
import {
  type OwnSettingName,
  type SettingField,
  type SettingName,
  type Settings,
  settingsByName,
} from '../rules/settings.ts'
import { mostEarlierTimes } from '../rules/slot-times.ts'
import { allParts, type Part } from '../rules/uses.ts'
import { endpoints } from './endpoint.ts'
import { Logo } from './logo.ts'
import { AllMessageWords } from './editable-messages.ts'
import { publicTextSettings } from './public-texts.ts'
import { SpotRates, taxRateBp } from './tax-rate.ts'
import { SetupStepName } from './setup.ts'
import {
  addressState,
  amount,
  done,
  EarlierTimes,
  emailOrNone,
  instant,
  localDate,
  optionalText,
  phone,
  required,
  requiredLine,
  SlotTimes,
  uuid,
  WeeklyHours,
} from './fields.ts'

const confirmAbove = text('Enter an amount between $0.00 and $10,000.00')
const cents = z
  .int(confirmAbove)
  .check(z.minimum(0, confirmAbove), z.maximum(maxAdjustedCents, confirmAbove))
/** Cents, edited as dollars. */
export const dollars = () =>
  amount(confirmAbove).check(
    z.refine(
      (dollars) => (centsFromDecimal(dollars) ?? Infinity) <= maxAdjustedCents,
      confirmAbove,
    ),
  )

type NumberSetting = Extract<SettingField, { kind: 'number' }>

function numberSchema({ min, max, step = 1, orZero, outOfRange }: Omit<NumberSetting, 'name'>) {
  const error = () =>
    outOfRange
      ? translate(outOfRange)
      : orZero
        ? t('Please enter a whole number from {least} to {most}, or 0.', { least: min, most: max })
        : t('Please enter a whole number from {least} to {most}.', { least: min, most: max })
  const number = step === 1 ? z.int({ error }) : z.number({ error })
  return number.check(
    z.minimum(orZero ? 0 : min, { error }),
    z.maximum(max, { error }),
    z.refine((value) => Number.isInteger(value / step) && (value >= min || value === 0), { error }),
  )
}

const reminderDays = text('Please enter up to 5 numbers of days, from 1 to 60')
export const countriesPlease = text(
  'Please enter countries with commas between them, such as United States, Mexico.',
)
const daysPlease = text('Please choose at least one day')

function schemaOf(name: SettingName, setting: (typeof settingsByName)[number][1]): z.ZodMiniType {
  switch (setting.kind) {
    case 'switch':
      return z.boolean()
    case 'number':
      return numberSchema(setting)
    case 'money':
      return cents
    case 'percent':
      return taxRateBp
    case 'text':
      if (setting.required) return requiredLine(setting.required, setting.max)
      if (setting.type === 'tel') return phone
      if (setting.type === 'email') return emailOrNone
      return z.string().check(z.trim(), z.maxLength(setting.max))
    case 'lines':
      return z
        .array(required(text('Please enter a promise, or leave it out'), 80))
        .check(z.maxLength(8))
    case 'days':
      return z
        .array(
          z.int(reminderDays).check(z.minimum(1, reminderDays), z.maximum(60, reminderDays)),
          reminderDays,
        )
        .check(z.maxLength(5, reminderDays))
    case 'countries':
      return z
        .array(
          z
            .string(countriesPlease)
            .check(z.refine((code) => countryName(code) !== undefined, countriesPlease)),
          countriesPlease,
        )
        .check(z.minLength(1, countriesPlease), z.maxLength(50, countriesPlease))
    case 'hour':
      return z
        .string()
        .check(z.regex(/^([01]\d|2[0-3]):00$/, text('Please choose a full hour, such as 21:00.')))
    case 'choice':
      return z.enum(Object.keys(setting.options))
    case 'timeZone':
      return requiredLine(text('Please choose a time zone such as America/Chicago.'), 60)
    case 'weeklyHours':
      return WeeklyHours
    case 'uses':
      return z.strictObject(everyPart(z.prefault(z.boolean(), false)))
    case 'own':
      return ownSchemas[name as OwnSettingName]
  }
}

const everyPart = <Value>(value: Value) =>
  Object.fromEntries(allParts.map((part) => [part, value])) as Record<Part, Value>

const maxSpanishTexts = 1000
const tooManyTexts = text('That is too many texts')
/** Of an owner's text and its Spanish; the longest are the warranty words of receipts. */
const maxOwnText = 700
const spanishLine = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxOwnText))

const ownSchemas = {
  slotTimes: SlotTimes,
  earlierSlotTimes: z.array(EarlierTimes).check(z.maxLength(mostEarlierTimes)),
  salesTaxRateChanges: z
    .array(z.strictObject({ from: localDate(), value: taxRateBp }))
    .check(z.maxLength(mostDatedValues)),
  ...publicTextSettings,
  /** A previously uploaded logo; null for none. */
  logo: z.nullable(Logo),
  /** ISO weekdays open by the hours. Sent without hours, a newly opened day gets all slots. */
  serviceDays: z
    .array(z.int(daysPlease).check(z.minimum(1, daysPlease), z.maximum(7, daysPlease)), daysPlease)
    .check(z.minLength(1, daysPlease), z.maxLength(14, daysPlease)),
  messageWords: AllMessageWords,
  /** Spanish by English: names, descriptions and features of packages, add-ons, promises. */
  ownSpanish: z
    .record(z.string().check(z.maxLength(maxOwnText)), spanishLine)
    .check(z.refine((words) => Object.keys(words).length <= maxSpanishTexts, tooManyTexts)),
  confirmedSteps: z.array(SetupStepName).check(z.maxLength(10)),
  /** It applies from when it is switched on; a sent `since` is ignored and may be left out. */
  receiptProfile: z.nullable(
    z.strictObject({ state: addressState, since: z.prefault(instant, '1970-01-01T00:00:00.000Z') }),
  ),
} satisfies Record<OwnSettingName, z.ZodMiniType>

const settings = Object.fromEntries(
  settingsByName.map(([name, setting]) => [name, schemaOf(name, setting)]),
) as { [Name in SettingName]: z.ZodMiniType<Settings[Name], Settings[Name]> }

/** The settings the office may change. */
export const AdminSettings = z.object({
  ...settings,
  /** The `ETag` value, for `If-Match`. */
  version: z.int(),
})
// Earlier times of a day follow from the changes.
const { earlierSlotTimes: _, ...writable } = settings
export const SettingsForm = z.partial(
  z.strictObject({
    ...writable,
    /** Parts that are not named stay as they are. */
    uses: z.strictObject(everyPart(z.optional(z.boolean()))),
    logo: z.nullable(z.strictObject(Logo.shape)),
    slotTimes: z.strictObject({ ...SlotTimes.shape, replaces: z.optional(localDate()) }),
  }),
)

const values = z.nullable(z.record(z.string(), z.unknown()))
/** A change someone in the office made, with old and new values. */
const SettingChange = z.object({
  id: z.string(),
  at: instant,
  /** Who did it; empty if unknown. */
  by: z.string(),
  subject: z.enum(changedSubjects),
  /** Which core spot or message; null for the settings. */
  subjectId: z.nullable(z.string()),
  /** Null if it did not exist. */
  before: values,
  /** Null if it was deleted. */
  after: values,
  /** It undid another change. */
  isUndo: z.boolean(),
  isUndone: z.boolean(),
  /** Whether all its values are unchanged, so it can be undone now. */
  canUndo: z.boolean(),
})
export type SettingChange = z.infer<typeof SettingChange>

const { brandName, supportPhone, supportEmail, replyHours, weeklyHours, timeZone } = settings
/** Business details on the public pages, in the form's shape: one promise per line. */
export const BusinessForm = z.strictObject({
  brandName,
  supportPhone,
  supportEmail,
  replyHours,
  promises: optionalText(600),
})
/** Spanish of some of the owner's texts: `text0`, `text1` … in their order, blank for none. */
export const spanishForm = (count: number) =>
  z.strictObject(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`text${at}`, optionalText(maxOwnText)]),
    ),
  )
/** The first form of a new business. */
export const ReachForm = z.strictObject({ brandName, supportPhone, supportEmail })
export const HoursForm = z.strictObject({ weeklyHours, timeZone })

const { takesCash, takesChecks, takesTerminal, takesTransfers, techniciansRecordPayments } =
  settings
export const PayingForm = z.strictObject({
  takesCash,
  takesChecks,
  takesTerminal,
  takesTransfers,
  techniciansRecordPayments,
})

const { receiptRegistration, receiptWarranty, receiptNextService } = settings
/** The receipt profile in the form's shape: no state, no profile. */
export const ReceiptForm = z.strictObject({
  state: z.optional(addressState),
  receiptRegistration,
  receiptWarranty,
  receiptNextService,
})

export const UsesForm = z.strictObject({ uses: settings.uses })

/** The fees in the form's shape: dollars. */
export const FeesForm = z.strictObject({
  cancelFee: dollars(),
  cancelFeeWithinHours: settings.cancelFeeWithinHours,
  notDoneFee: dollars(),
})

const { slotCapacityMode, slotCapacity, travelBufferMinutes, autoAssign, technicianSelfAssign } =
  settings
export const StaffingForm = z.strictObject({
  slotCapacityMode,
  slotCapacity,
  travelBufferMinutes,
  autoAssign,
  technicianSelfAssign,
})

/** A sales tax rate in basis points, of the business or of a core spot. */
const TaxRateForm = z.strictObject({
  rateBp: z.nullable(taxRateBp),
  /** For visits from this business-local day on; otherwise from the next booking on. */
  from: z.optional(localDate()),
  coreSpotId: z.optional(uuid()),
})
const PlannedRate = z.object({ rateBp: z.nullable(z.number()), changes: SpotRates })

export const adminSettings = endpoints({
  'GET /api/admin/settings': {
    summary: 'The settings the office may change, with an ETag for changing them',
    allow: ['admin'],
    shows: ['settings'],
    response: AdminSettings,
  },
  'PUT /api/admin/settings': {
    summary:
      "Change the given settings, effective immediately. With If-Match, 409 has details.reason 'changed', who changed one of them since and to what (by, now, fields) and the current version",
    allow: ['admin'],
    ifMatch: true,
    changes: ['settings'],
    body: SettingsForm,
    maxBytes: 1_048_576,
    response: AdminSettings,
    errors: [409],
  },
  'PATCH /api/admin/tax-rate': {
    summary:
      "Change the business's sales tax rate, or that of a core spot (null: the business's), for new bookings or from a day on by the day of the visit; booked visits keep theirs. Planning the rate that holds anyway cancels the change of that day. If-Match: the version of the settings, or of the core spot",
    allow: ['admin'],
    ifMatch: true,
    changes: ['settings', 'service_area'],
    body: TaxRateForm,
    response: PlannedRate,
    errors: [404, 409],
  },
  'GET /api/admin/settings/changes': {
    reads: 'much',
    summary:
      'History of changes to settings, core spots and message texts; at most 200, newest first, or those before a given one',
    allow: ['admin'],
    shows: ['settings'],
    query: z.strictObject({ before: z.optional(uuid()) }),
    response: z.array(SettingChange),
  },
  'POST /api/admin/settings/changes/{id}/undo': {
    summary: 'Undo a change; 409 if any of its values has changed since',
    allow: ['admin'],
    changes: ['settings', 'service_area'],
    response: done,
    errors: [404, 409],
  },
})
