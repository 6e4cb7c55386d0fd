import * as z from 'zod/mini'
import { t, text } from '../texts/t.ts'
import { lineProblem, maxAddressLength } from '../rules/address.ts'
import { isLocalDate, isNearDate } from '../rules/calendar.ts'
import { detailPlease } from '../rules/contact-details.ts'
import { isEmail, storedEmail } from '../rules/mailboxes.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { oilTypes } from '../rules/oil.ts'
import { phoneProblem } from '../rules/phone-numbers.ts'
import { areInOrder, storedLists, mostSlotsADay } from '../rules/slot-times.ts'
import { clockTime, type SlotLabel, slotByLabel } from '../rules/slots.ts'
import { addressStates } from '../rules/us-states.ts'
import { describeIssue } from './describe-issue.ts'

// Otherwise the string's own message would be used, which asks for a missing value.
const atMost = (max: number) => z.maxLength(max, { error: (issue) => describeIssue(issue) })

/** Non-blank text, trimmed, with the message for blank input. */
export const required = (message: string, max = 200) =>
  z.string(message).check(z.trim(), z.minLength(1, message), atMost(max))

/** The same without line breaks, as in a name. */
export const requiredLine = (message: string, max = 200) =>
  required(message, max).check(z.overwrite((line) => line.replace(/\s+/g, ' ')))

/** First name, or all of a single name or a company's. */
export const firstName = requiredLine(text('First name is required'), 80)
/** Blank for a person with one name and for companies. */
export const lastName = z.string().check(
  z.trim(),
  z.overwrite((line) => line.replace(/\s+/g, ' ')),
  atMost(80),
)
/** Names of a new person; the last name may be omitted. */
export const names = { firstName, lastName: z.prefault(lastName, '') }

/** Text that may be omitted or blank. Other programs also send null, which is read as omitted. */
export const optionalText = (max = 200) =>
  z.optional(
    z.pipe(
      z.nullable(z.string().check(z.trim(), z.maxLength(max))),
      z.transform((typed) => typed ?? undefined),
    ) as unknown as z.ZodMiniType<string | undefined, string>,
  )

export const email = (message: string = text('Invalid email address')) =>
  z.string(message).check(z.overwrite(storedEmail), atMost(254), z.refine(isEmail, message))

/** An e-mail address, or nothing. */
export const emailOrNone = z.string().check(
  z.overwrite(storedEmail),
  z.maxLength(254),
  z.refine((value) => value === '' || isEmail(value), text('Invalid email address')),
)

/** A whole number from 0 to `most`. */
export const limit = (most: number) => {
  const error = () => t('Please enter a whole number from {least} to {most}.', { least: 0, most })
  return z.int({ error }).check(z.minimum(0, { error }), z.maximum(most, { error }))
}

/** A phone number as typed; stored and returned as E.164. Only the server knows which numbers are possible. */
export const phone = z.string().check(z.trim(), z.maxLength(40), ({ value, issues }) => {
  const message = phoneProblem(value)
  if (message && issues.length === 0) issues.push({ code: 'custom', message, input: value })
})
/** The same where a number is required. */
export const neededPhone = phone.check(z.minLength(1, detailPlease.phone))

/** The car's location on one line; the server checks that the ZIP code exists. */
export const address = required(text('Please enter service address'), maxAddressLength).check(
  z.refine((line) => lineProblem(line) === undefined, {
    error: ({ input }) => lineProblem(String(input)),
  }),
)

export const uuid = (message: string = text('Unknown id')) =>
  z.string(message).check(z.uuid(message), z.toLowerCase())

const outOfRange = text('This date is out of range. Please give one from 1900 to 2100.')

/** An existing business-local date, `YYYY-MM-DD`, from 1900 to 2100. */
/** A state or territory of an address by its abbreviation. */
export const addressState = z.enum(addressStates, text('Please choose a state'))

export const localDate = (message: string = text('Please give a date as YYYY-MM-DD')) =>
  z.iso
    .date(message)
    .check(z.refine(isLocalDate, { error: message, abort: true }), z.refine(isNearDate, outOfRange))

/** The same in an answer. */
export const calendarDate = z.iso.date()

/** The first and the last day of a range. */
export const dayRange = () => ({
  from: localDate(text('Please choose the first day')),
  to: localDate(text('Please choose the last day')),
})
/** Refuses a range that ends before it begins. */
export const inOrder = z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, {
  message: text('The last day is before the first one.'),
  path: ['to'],
})

const longestLabel = '10:00 AM - 11:00 AM'.length

/** A slot's label, "8:00 AM - 9:00 AM"; the server checks that its day offers it. */
export const slot = (message: string = text('Please select a time')) =>
  z.string(message).check(
    z.maxLength(longestLabel, message),
    z.refine((label) => slotByLabel(label) !== undefined, message),
  ) as unknown as z.ZodMiniType<SlotLabel, SlotLabel>

/** A UTC instant as ISO text. */
export const instant = z.string()

const decimalsPlease = text('Please give at most two decimals, as in 129.99')
const hasTooManyDecimals = (value: unknown) => /^\s*\d+\.\d{3,}\s*$/.test(String(value))

/** Dollars on the wire: "129.99" or 129.99; never negative, at most two decimals. */
export const amount = (message: string = text('Please enter an amount like 129.99')) =>
  z.union([z.string(), z.number()], message).check(
    z.refine((value) => centsFromDecimal(value) !== undefined, {
      error: ({ input }) => (hasTooManyDecimals(input) ? decimalsPlease : message),
      abort: true,
    }),
  )

/** An amount above zero that is paid or returned. */
export const paidAmount = amount().check(
  z.refine((value) => centsFromDecimal(value) !== 0, text('Enter an amount above $0.00')),
)

/** Dollars in an answer: always a string with two decimals. */
export const money = z.string()

const limitPlease = text('Please give a whole number from 1 to 200 for limit.')

/** Paging of long lists: the next cursor is in `X-Next-Cursor`, the count in `X-Total-Count`. */
export const page = {
  limit: z.optional(
    z.coerce
      .number(limitPlease)
      .check(z.int(limitPlease), z.minimum(1, limitPlease), z.maximum(200, limitPlease)),
  ),
  // The longest name in base64.
  cursor: z.optional(z.string().check(z.maxLength(2000))),
}

/** A long list with search, sorted by one of these fields; `-field` for descending. */
export const listQuery = <const Field extends string>(fields: readonly Field[]) => ({
  ...page,
  ...exportQuery(fields),
})

/** The whole list, for a file. */
export const exportQuery = <const Field extends string>(fields: readonly Field[]) => ({
  search: z.optional(z.string().check(z.maxLength(100))),
  sort: z.optional(z.enum(fields.flatMap((field) => [field, `-${field}` as const]))),
})

/** A flag in a query string, `?dryRun` or `?dryRun=true`; see `isOn`. */
export const switchedOn = z.optional(z.enum(['', '1', '0', 'true', 'false']))

export const isOn = (value: string | undefined): boolean =>
  value !== undefined && value !== '0' && value !== 'false'

export const done = z.object({ success: z.literal(true) })

export const oilType = z.enum(oilTypes.map((type) => type.value))

const timesPlease = text('Please choose at least one time')
/** Starts of the slots each weekday offers, Monday to Sunday, "08:00"; empty for a closed day. */
export const WeeklyHours = z
  .array(
    // Of the last lists of times: booked visits keep theirs.
    z
      .array(z.string(timesPlease).check(z.maxLength(5), z.regex(clockTime, timesPlease)))
      .check(z.maxLength(storedLists * mostSlotsADay, timesPlease)),
  )
  .check(
    z.length(7, text('Please give the hours of all seven days')),
    z.refine((week) => week.some(({ length }) => length > 0), timesPlease),
  )

export const slotTimesPlease = text(
  'Please give 1 to 12 times in order, each ending after it starts and before the next one.',
)
const clock = z
  .string(slotTimesPlease)
  .check(z.maxLength(5, slotTimesPlease), z.regex(clockTime, slotTimesPlease))
const startAndEnd = z
  .array(clock, slotTimesPlease)
  .check(z.length(2, slotTimesPlease)) as unknown as z.ZodMiniType<
  [string, string],
  [string, string]
>
/** The times of a day from a business-local date on. */
export const SlotTimes = z.strictObject({
  from: localDate(),
  times: z
    .array(startAndEnd, slotTimesPlease)
    .check(
      z.minLength(1, slotTimesPlease),
      z.maxLength(mostSlotsADay, slotTimesPlease),
      z.refine(areInOrder, slotTimesPlease),
    ),
})
/** With the weekly hours of its days where later ones differ. */
export const EarlierTimes = z.strictObject({
  ...SlotTimes.shape,
  hours: z.optional(WeeklyHours),
})
