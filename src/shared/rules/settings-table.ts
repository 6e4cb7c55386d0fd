import { plural, t, text, translate } from '../texts/t.ts'
import { editableMessages, type MessageWords } from './editable-messages.ts'
import type { DatedValue } from './dated-values.ts'
import type { Logo } from './logo.ts'
import { noPublicTexts, publicTexts, type PublicTextName, type Words } from './public-texts.ts'
import type { ReceiptProfile } from './receipt-rules.ts'
import { percentFromBp, taxModeLabels } from './sales-tax.ts'
import { describeServiceDays } from './service-days.ts'
import { setupSteps, type SetupStep } from './setup.ts'
import { type EarlierTimes, slotsIn, type SlotTimes } from './slot-times.ts'
import { endOf, standardSlots, startOf } from './slots.ts'
import { type Part, parts, type Uses, usesNothing } from './uses.ts'
import { shownTime, type WeeklyHours, withServiceDays } from './weekly-hours.ts'

/** The cards of the settings page in order, each with its tab. */
export const settingGroups = {
  area: { tab: 'system', title: text('Area and automation') },
  hours: {
    tab: 'system',
    title: text('Days and hours'),
    text: text('Visits already booked stay, whatever you choose here.'),
  },
  seats: {
    tab: 'system',
    title: text('Visits at a time'),
    text: text('Visits already booked stay, whatever you choose here.'),
  },
  drives: {
    tab: 'system',
    title: text('Drive times'),
  },
  waitlist: {
    tab: 'system',
    title: parts.waitlist.title,
    part: 'waitlist',
    text: text(
      'A time that becomes available is held for the first customer waiting for it. No offers are sent in quiet hours.',
    ),
  },
  notice: {
    tab: 'system',
    title: text('Notice'),
    text: text('How long before a visit its customer may still change it. 0: until it starts.'),
  },
  limits: {
    tab: 'system',
    title: text('Limits on bookings'),
    text: text('They protect the calendar from bookings no one intends to keep. 0: no limit.'),
  },
  amounts: { tab: 'system', title: text('Amounts') },
  'direct-payments': {
    tab: 'system',
    title: text('How customers pay'),
    text: text(
      'Customers see this where they see what to pay. Methods you switch off are not mentioned.',
    ),
  },
  tips: { tab: 'system', title: text('Tips') },
  'sales-tax': {
    tab: 'system',
    title: text('Sales tax'),
    text: text(
      'A visit keeps the sales tax it was booked with. Ask your tax adviser what is taxed where you work.',
    ),
  },
  backups: {
    tab: 'system',
    title: text('Backups'),
    text: text(
      'Everything in one file, made and checked every night and stored next to the data. Copy it elsewhere too: a failed disk would take both.',
    ),
  },
  tidying: {
    tab: 'system',
    title: text('Automatic deletion'),
    text: text(
      'Anything older is deleted every night, unread notifications a year later. Visits, conversations, payments and the audit log always stay. 0: kept forever.',
    ),
  },
  'quiet-hours': {
    tab: 'system',
    title: text('Quiet hours'),
    text: text(
      'Texts and notifications wait until the recipient’s night is over, except urgent ones: a technician on the way, a question, a message. The same hour twice: no quiet hours.',
    ),
  },
  stock: { tab: 'system', title: text('Stock') },
  uses: {
    tab: 'system',
    title: text('What you use'),
    text: text('Parts you switch off are hidden here and from customers. Their records stay.'),
  },
  identity: {
    tab: 'business',
    title: text('What customers read about you'),
    text: text('On your pages, in mails and on receipts. Blank fields are not mentioned.'),
  },
} as const satisfies Record<
  string,
  { tab: 'system' | 'business'; title: string; text?: string; part?: Part }
>

/** A row of the table: its kind decides how the setting is edited, validated and shown. */
export type Setting = {
  label: string
  /** The label outside its card, where the context is missing. */
  nameAlone?: string
  hint?: string
  /** Without it the setting has its own dialog or editor instead of a field on a card. */
  group?: keyof typeof settingGroups
  /** Shown only if the business takes cards. */
  needsCards?: true
} & (
  | { kind: 'switch'; default: boolean }
  | {
      kind: 'number'
      default: number
      min: number
      max: number
      /** 0 is also allowed, although below `min`. */
      orZero?: true
      step?: number
      /** The unit. */
      after?: string
      /** The error for a number out of range, instead of the usual one. */
      outOfRange?: string
    }
  /** Cents, edited as dollars. */
  | { kind: 'money'; default: number }
  /** Basis points, edited as a percentage. */
  | { kind: 'percent'; default: number }
  | {
      kind: 'text'
      default: string
      max: number
      type?: 'tel' | 'email'
      autoComplete?: string
      /** The error when left blank; without it, blank is allowed. */
      required?: string
    }
  /** Short texts, edited one per line. */
  | { kind: 'lines'; default: readonly string[] }
  /** Up to five numbers of days, edited with commas between them. */
  | { kind: 'days'; default: readonly number[] }
  /** ISO 3166 codes, edited as names with commas between them. */
  | { kind: 'countries'; default: readonly string[] }
  /** "21:00" */
  | { kind: 'hour'; default: string }
  | { kind: 'choice'; default: string; options: Readonly<Record<string, string>> }
  | { kind: 'timeZone'; default: string }
  | { kind: 'weeklyHours'; default: WeeklyHours }
  | { kind: 'uses'; default: Uses }
  /** Its schema is in the contract. */
  | { kind: 'own'; default: unknown; describe: (value: never) => string }
)

const listed = (named: readonly { title: string }[]): string =>
  named.map(({ title }) => translate(title)).join(', ') || t('nothing')

const publicText = (name: PublicTextName) => ({
  kind: 'own' as const,
  label: publicTexts.find((one) => one.name === name)?.title ?? name,
  default: noPublicTexts[name],
  describe: ({ en }: Words) => (en.length > 120 ? `${en.slice(0, 120)}…` : en) || t('our words'),
})

/** The Spanish of short texts the owner wrote, by the English. */
const noSpanish: Readonly<Record<string, string>> = {}

const standardTimes: SlotTimes = {
  from: '2000-01-01',
  times: standardSlots.map((slot) => [startOf(slot), endOf(slot)]),
}

function describeSlotTimes(list: SlotTimes): string {
  const times = slotsIn(list).map(shownTime).join(', ')
  const { from } = list
  return from === standardTimes.from ? times : t('{times} from {day}', { times, day: from })
}

const noWords: Readonly<Record<string, MessageWords>> = {}

/** Every setting with a new business's value; forms, schema, labels and history derive from it. */
export const settingsTable = {
  uses: { group: 'uses', kind: 'uses', label: text('What you use'), default: usesNothing },
  areaBooking: {
    group: 'area',
    kind: 'switch',
    label: text('Area booking'),
    hint: text('Addresses outside your area become requests that you confirm.'),
    default: true,
  },
  autoAssign: {
    group: 'area',
    kind: 'switch',
    label: text('Auto-assign'),
    hint: text('Picks the least busy technician that day, then the nearest.'),
    default: false,
  },
  smsEnabled: {
    group: 'area',
    kind: 'switch',
    label: text('SMS'),
    hint: text('Text messages to those who agreed to them.'),
    default: true,
  },
  reachedCountries: {
    group: 'area',
    kind: 'countries',
    label: text('Countries you text and call'),
    hint: text(
      'Our texts and connected calls go to numbers of these countries only, for example: United States, Mexico',
    ),
    default: ['US'],
  },
  technicianSelfAssign: {
    group: 'area',
    kind: 'switch',
    label: text('Technicians may take visits'),
    hint: text('Only visits without a technician.'),
    default: true,
  },
  minimumBookingsPerArea: {
    group: 'area',
    kind: 'number',
    label: text('Minimum bookings per area'),
    hint: text('Days with fewer visits in an area are offered second. No booking is refused.'),
    default: 3,
    min: 1,
    max: 10,
  },
  defaultRadiusMiles: {
    group: 'area',
    kind: 'number',
    label: text('Default radius'),
    hint: text('For new core spots, and for what counts as close by.'),
    default: 10,
    min: 5,
    max: 25,
    step: 0.5,
    after: text('miles'),
    outOfRange: text('Please enter miles from 5 to 25, in steps of 0.5'),
  },
  weeklyHours: {
    group: 'hours',
    kind: 'weeklyHours',
    label: text('Service days and times'),
    default: withServiceDays([], [1, 2, 3, 4, 5, 6], standardSlots),
  },
  timeZone: {
    group: 'hours',
    kind: 'timeZone',
    label: text('Time zone'),
    hint: text('Upcoming visits keep their time of day.'),
    default: 'America/Chicago',
  },
  leadDays: {
    group: 'hours',
    kind: 'number',
    label: text('Earliest booking'),
    hint: text('0: same day, and your pages show it.'),
    default: 1,
    min: 0,
    max: 30,
    after: text('days ahead'),
  },
  horizonDays: {
    group: 'hours',
    kind: 'number',
    label: text('Latest booking'),
    default: 90,
    min: 7,
    max: 365,
    after: text('days ahead'),
  },
  slotCapacityMode: {
    group: 'seats',
    kind: 'choice',
    label: text('Each time has room for'),
    nameAlone: text('Visits per time'),
    default: 'number',
    options: {
      number: text('a fixed number of visits'),
      technicians: text('one visit for each technician at work'),
    },
  },
  slotCapacity: {
    group: 'seats',
    kind: 'number',
    label: text('Visits'),
    nameAlone: text('Visits at a time'),
    hint: text('Used when the number is fixed.'),
    default: 1,
    min: 1,
    max: 50,
  },
  learnDriveTimes: {
    group: 'drives',
    kind: 'switch',
    label: text('Learn from your own drives'),
    hint: text(
      'Corrects drive times by how long your technicians really took, from “on my way” to their arrival.',
    ),
    default: true,
  },
  travelBufferMinutes: {
    group: 'seats',
    kind: 'number',
    label: text('To spare before a visit'),
    nameAlone: text('Time to spare before a visit'),
    hint: text('Added to each drive: traffic, parking, finding the car.'),
    default: 10,
    min: 0,
    max: 120,
    after: text('minutes'),
  },
  waitlistOfferMinutes: {
    group: 'waitlist',
    kind: 'number',
    label: text('Time to answer'),
    nameAlone: text('Time to answer an offer of the waitlist'),
    hint: text('After that, the time is offered to the next customer.'),
    default: 30,
    min: 5,
    max: 1440,
    after: text('minutes'),
  },
  rescheduleNoticeHours: {
    group: 'notice',
    kind: 'number',
    label: text('To move'),
    nameAlone: text('Notice to move'),
    default: 0,
    min: 0,
    max: 720,
    after: text('hours'),
  },
  cancelNoticeHours: {
    group: 'notice',
    kind: 'number',
    label: text('To cancel'),
    nameAlone: text('Notice to cancel'),
    default: 0,
    min: 0,
    max: 720,
    after: text('hours'),
  },
  maxVisitsWithoutCard: {
    group: 'limits',
    kind: 'number',
    label: text('Upcoming visits without a card, per customer'),
    default: 5,
    min: 0,
    max: 1000,
  },
  maxVisitsPerVehiclePerDay: {
    group: 'limits',
    kind: 'number',
    label: text('Visits per car per day'),
    default: 1,
    min: 0,
    max: 5,
  },
  maxCancellationsPerDay: {
    group: 'limits',
    kind: 'number',
    label: text('Own cancellations per day, per customer'),
    hint: text('After that many, they can book again the next day.'),
    default: 5,
    min: 0,
    max: 1000,
  },
  maxMovesPerDay: {
    group: 'limits',
    kind: 'number',
    label: text('Own moves per day, per customer'),
    default: 10,
    min: 0,
    max: 1000,
  },
  maxOpenGuestBookings: {
    group: 'limits',
    kind: 'number',
    label: text('Upcoming visits per guest'),
    hint: text('Booked for one e-mail without signing in.'),
    default: 3,
    min: 0,
    max: 1000,
  },
  maxGuestBookingsPerNetwork: {
    group: 'limits',
    kind: 'number',
    label: text('Guest bookings per day from one network'),
    default: 6,
    min: 0,
    max: 10_000,
  },
  releaseWithoutCardHours: {
    group: 'limits',
    kind: 'number',
    label: text('Release visits without a card after'),
    hint: text('Customers get a reminder halfway. 0: never.'),
    default: 0,
    min: 0,
    max: 2160,
    after: text('hours'),
    needsCards: true,
  },
  extraApprovalAboveCents: {
    group: 'amounts',
    kind: 'money',
    label: text('Customers approve extras above'),
    hint: text('The total of extras they have not approved yet.'),
    default: 10_000,
  },
  adjustConfirmAboveCents: {
    group: 'amounts',
    kind: 'money',
    label: text('Ask again before an adjusted amount above'),
    hint: text('Also asks when the amount is over three times the quote.'),
    default: 100_000,
  },
  paymentReminderDays: {
    group: 'amounts',
    kind: 'days',
    label: text('Remind of open payments after'),
    hint: text('Days after the visit, at most five, for example 3, 7. Blank: never.'),
    default: [3, 7],
  },
  invoiceInstructions: {
    group: 'amounts',
    kind: 'text',
    label: text('How invoices are paid'),
    hint: text('Printed on each invoice: bank and account, or whom checks are made out to.'),
    default: '',
    max: 300,
  },
  invoiceReminderDaysBefore: {
    group: 'amounts',
    kind: 'number',
    label: text('Remind of invoices before'),
    hint: text('Days before an invoice is due. 0: never.'),
    default: 3,
    min: 0,
    max: 30,
  },
  invoiceReminderDays: {
    group: 'amounts',
    kind: 'days',
    label: text('Remind of overdue invoices after'),
    hint: text('Days after it was due, at most five, for example 1, 8, 15, 22. Blank: never.'),
    default: [1, 8, 15, 22],
  },
  takesCash: {
    group: 'direct-payments',
    kind: 'switch',
    label: text('Cash'),
    nameAlone: text('Payment in cash'),
    default: false,
  },
  takesChecks: {
    group: 'direct-payments',
    kind: 'switch',
    label: text('payment|Check'),
    nameAlone: text('Payment by check'),
    default: false,
  },
  takesTerminal: {
    group: 'direct-payments',
    kind: 'switch',
    label: text('Card terminal'),
    nameAlone: text('Payment at a card terminal'),
    default: false,
  },
  takesTransfers: {
    group: 'direct-payments',
    kind: 'switch',
    label: text('Zelle or bank transfer'),
    nameAlone: text('Payment by Zelle or bank transfer'),
    default: false,
  },
  techniciansRecordPayments: {
    group: 'direct-payments',
    kind: 'switch',
    label: text('Technicians record what they are paid'),
    hint: text('While completing a visit: the way and the amount. The office can take it back.'),
    default: false,
  },
  tipsEnabled: {
    group: 'tips',
    kind: 'switch',
    label: text('Ask for a tip'),
    hint: text(
      'After a visit paid by card. Tips go to the technician and do not count as revenue.',
    ),
    default: false,
    needsCards: true,
  },
  salesTaxEnabled: {
    group: 'sales-tax',
    kind: 'switch',
    label: text('Take sales tax'),
    hint: text(
      'Added to prices and shown before booking. It is not revenue; fees and tips are not taxed.',
    ),
    default: false,
  },
  salesTaxRateBp: {
    group: 'sales-tax',
    kind: 'percent',
    label: text('Sales tax rate'),
    hint: text('For core spots without their own rate.'),
    default: 0,
  },
  taxMode: {
    group: 'sales-tax',
    kind: 'choice',
    label: text('Sales tax applies to'),
    hint: text(
      'Some states don’t tax labor; others don’t tax a single price for parts and labor. Please check with your accountant.',
    ),
    default: 'everything',
    options: taxModeLabels,
  },
  extrasTaxable: {
    group: 'sales-tax',
    kind: 'switch',
    label: text('Extras are taxed'),
    hint: text('Set on each package and product.'),
    default: true,
  },
  backupsKept: {
    group: 'backups',
    kind: 'number',
    label: text('Backups kept'),
    hint: text('The oldest is deleted when a new one is made. 0: no backups.'),
    default: 7,
    min: 0,
    max: 90,
  },
  sentMessagesKeptDays: {
    group: 'tidying',
    kind: 'number',
    label: text('Sent e-mails and texts'),
    nameAlone: text('Days to keep sent e-mails and texts'),
    default: 730,
    min: 30,
    max: 3650,
    orZero: true,
    after: text('days'),
  },
  notificationsKeptDays: {
    group: 'tidying',
    kind: 'number',
    label: text('Notifications that were read'),
    nameAlone: text('Days to keep read notifications'),
    default: 180,
    min: 30,
    max: 3650,
    orZero: true,
    after: text('days'),
  },
  quietFrom: { group: 'quiet-hours', kind: 'hour', label: text('Quiet from'), default: '21:00' },
  quietUntil: { group: 'quiet-hours', kind: 'hour', label: text('Quiet until'), default: '07:00' },
  lowStockAt: {
    group: 'stock',
    kind: 'number',
    label: text('Warn at this quantity or below'),
    default: 10,
    min: 0,
    max: 10_000,
  },
  brandName: {
    group: 'identity',
    kind: 'text',
    label: text('Name of the business'),
    default: 'Fivequart',
    max: 80,
    autoComplete: 'organization',
    required: text('Please enter the name of your business'),
  },
  tagline: {
    group: 'identity',
    kind: 'text',
    label: text('Tagline'),
    hint: text('Shown next to the name on your front page.'),
    default: 'Premium Oil Change Service',
    max: 80,
  },
  supportPhone: {
    group: 'identity',
    kind: 'text',
    label: text('Phone'),
    default: '',
    max: 40,
    type: 'tel',
    autoComplete: 'tel',
  },
  supportEmail: {
    group: 'identity',
    kind: 'text',
    label: text('E-mail'),
    hint: text('Messages to the office are mailed there.'),
    default: '',
    max: 254,
    type: 'email',
    autoComplete: 'email',
  },
  claims: {
    group: 'identity',
    kind: 'lines',
    label: text('Promises on the front page'),
    hint: text('One per line, for example: Insured professionals'),
    default: [],
  },
  replyHours: {
    group: 'identity',
    kind: 'number',
    label: text('Messages are answered within'),
    hint: text('0: no promise'),
    default: 0,
    min: 0,
    max: 168,
    after: text('hours'),
  },
  cancelFeeCents: {
    kind: 'money',
    label: text('For cancelling late'),
    nameAlone: text('Fee for cancelling late'),
    default: 0,
  },
  cancelFeeWithinHours: {
    kind: 'number',
    label: text('Late means less than'),
    nameAlone: text('When cancelling is late'),
    default: 24,
    min: 1,
    max: 720,
    after: text('hours before the visit'),
  },
  notDoneFeeCents: {
    kind: 'money',
    label: text('For a visit that could not be done, at most'),
    nameAlone: text('Fee for a visit that could not be done'),
    hint: text('You decide on it each time.'),
    default: 0,
  },
  receiptProfile: {
    kind: 'own',
    label: text('Receipts follow the rules of'),
    default: null as ReceiptProfile | null,
    describe: (profile: ReceiptProfile | null) => (profile ? profile.state : t('no state')),
  },
  receiptRegistration: {
    kind: 'text',
    label: text('Registration number'),
    nameAlone: text('Registration number on receipts'),
    default: '',
    max: 60,
  },
  receiptWarranty: {
    kind: 'text',
    label: text('Warranty'),
    nameAlone: text('Warranty words on receipts'),
    default: '',
    max: 600,
  },
  receiptNextService: {
    kind: 'text',
    label: text('Words beside the next service'),
    nameAlone: text('Words beside the next service on receipts'),
    default: '',
    max: 300,
  },
  slotTimes: {
    kind: 'own',
    label: text('Times of a day'),
    default: standardTimes,
    describe: describeSlotTimes,
  },
  /** The lists until then, earliest first; follows from changes of `slotTimes`. */
  earlierSlotTimes: {
    kind: 'own',
    label: text('Earlier times of a day'),
    default: [] as EarlierTimes[],
    describe: (lists: readonly EarlierTimes[]) =>
      lists.map(describeSlotTimes).join('; ') || t('none'),
  },
  /** ISO weekdays, 1 Monday … 7 Sunday; derived from the weekly hours. */
  serviceDays: {
    kind: 'own',
    label: text('Service days'),
    default: [1, 2, 3, 4, 5, 6] as number[],
    describe: describeServiceDays,
  },
  /** Later sales tax rates in basis points, earliest first, each for visits from its day on. */
  salesTaxRateChanges: {
    kind: 'own',
    label: text('Later sales tax rates'),
    default: [] as DatedValue<number>[],
    describe: (changes: readonly DatedValue<number>[]) =>
      changes
        .map(({ from, value }) =>
          t('{rate}% from {day}', {
            rate: percentFromBp(value),
            day: from,
          }),
        )
        .join(', ') || t('none'),
  },
  logo: {
    kind: 'own',
    label: text('Logo'),
    default: null as Logo | null,
    describe: (logo: Logo | null) =>
      logo
        ? t('a picture of {width} × {height} pixels', { width: logo.width, height: logo.height })
        : t('nothing'),
  },
  messageWords: {
    kind: 'own',
    label: text('Message texts'),
    default: noWords,
    describe: (words: Readonly<Record<string, MessageWords>>) =>
      listed(editableMessages.filter(({ id }) => id in words)),
  },
  /** Setup steps the office has confirmed. */
  confirmedSteps: {
    kind: 'own',
    label: text('Setup steps reviewed'),
    default: [] as SetupStep[],
    describe: (confirmed: readonly SetupStep[]) =>
      listed(setupSteps.filter(({ step }) => confirmed.includes(step))),
  },
  headline: publicText('headline'),
  introduction: publicText('introduction'),
  emergency: publicText('emergency'),
  terms: publicText('terms'),
  privacy: publicText('privacy'),
  faq: {
    kind: 'own',
    label: text('Frequently asked questions'),
    default: noPublicTexts.faq,
    describe: (faq: typeof noPublicTexts.faq) =>
      faq
        ? plural(faq.length, { one: '{count} question', other: '{count} questions' })
        : t('our questions'),
  },
  ownSpanish: {
    kind: 'own',
    label: text('Spanish for customers'),
    default: noSpanish,
    describe: (spanish: typeof noSpanish) =>
      plural(Object.keys(spanish).length, { one: '{count} text', other: '{count} texts' }),
  },
} as const satisfies Record<string, Setting>
