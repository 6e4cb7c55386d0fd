import type { AdminSettings } from '#shared/contract/settings.ts'
import { labelOfSetting } from '#shared/rules/setting-labels.ts'
import { formatClock } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export type SettingValues = typeof AdminSettings._zod.output
export type SettingName = keyof SettingValues

type NamesOf<Value> = {
  [Name in SettingName]: SettingValues[Name] extends Value ? Name : never
}[SettingName]

type Words = { label: string; hint?: string }
export type SettingField = Words &
  (
    | { kind: 'switch'; name: NamesOf<boolean> }
    | {
        kind: 'number'
        name: NamesOf<number>
        min: number
        max: number
        step?: number
        after?: string
      }
    /** Basis points as a percentage. */
    | { kind: 'percent'; name: NamesOf<number> }
    /** Cents as dollars. */
    | { kind: 'money'; name: NamesOf<number> }
    | { kind: 'text'; name: NamesOf<string>; type?: 'tel' | 'email'; autoComplete?: string }
    /** One to a line. */
    | { kind: 'lines'; name: NamesOf<string[]> }
    /** Numbers with commas between them. */
    | { kind: 'numbers'; name: NamesOf<number[]> }
    | { kind: 'weeklyHours'; name: 'weeklyHours' }
    | { kind: 'timeZone'; name: 'timeZone' }
    | {
        kind: 'choice'
        name: 'slotCapacityMode' | 'quietFrom' | 'quietUntil'
        options: { value: string; label: string }[]
      }
  )

const hoursOfDay = () =>
  Array.from({ length: 24 }, (_, hour) => {
    const value = `${String(hour).padStart(2, '0')}:00`
    return { value, label: formatClock(value) }
  })

export type SettingGroup = {
  /** Its place on the page, `#id`. */
  id: string
  title: string
  text?: string
  fields: readonly SettingField[]
}

/** How the business works, by what belongs together. */
export const systemGroups = ({ cardPayments }: { cardPayments: boolean }): SettingGroup[] => [
  {
    id: 'area',
    title: t('Area and automation'),
    fields: [
      {
        kind: 'switch',
        name: 'areaBooking',
        label: labelOfSetting('areaBooking'),
        hint: t('Who is clearly outside the core spots asks, and you confirm.'),
      },
      {
        kind: 'switch',
        name: 'autoAssign',
        label: labelOfSetting('autoAssign'),
        hint: t('Whoever has the least to do that day, of those the nearest.'),
      },
      {
        kind: 'switch',
        name: 'smsEnabled',
        label: labelOfSetting('smsEnabled'),
        hint: t('Text messages to those who agreed to them.'),
      },
      {
        kind: 'switch',
        name: 'technicianSelfAssign',
        label: labelOfSetting('technicianSelfAssign'),
        hint: t('Of those that nobody has yet.'),
      },
      {
        kind: 'number',
        name: 'minimumBookingsPerArea',
        label: labelOfSetting('minimumBookingsPerArea'),
        hint: t('Days with fewer in an area are offered second. No booking is refused.'),
        min: 1,
        max: 10,
      },
      {
        kind: 'number',
        name: 'defaultRadiusMiles',
        label: labelOfSetting('defaultRadiusMiles'),
        hint: t('Of a new core spot, and of what counts as close by.'),
        min: 5,
        max: 25,
        step: 0.5,
        after: t('miles'),
      },
    ],
  },
  {
    id: 'hours',
    title: t('Days and hours'),
    text: t('Visits that are booked stay, whatever you choose here.'),
    fields: [
      { kind: 'weeklyHours', name: 'weeklyHours', label: labelOfSetting('weeklyHours') },
      {
        kind: 'timeZone',
        name: 'timeZone',
        label: labelOfSetting('timeZone'),
        hint: t('Visits ahead keep their time of the day.'),
      },
      {
        kind: 'number',
        name: 'leadDays',
        label: labelOfSetting('leadDays'),
        hint: t('0: the same day, and your pages say so.'),
        min: 0,
        max: 30,
        after: t('days ahead'),
      },
      {
        kind: 'number',
        name: 'horizonDays',
        label: labelOfSetting('horizonDays'),
        min: 7,
        max: 365,
        after: t('days ahead'),
      },
    ],
  },
  {
    id: 'seats',
    title: t('Visits at a time'),
    text: t('Visits that are booked stay, whatever you choose here.'),
    fields: [
      {
        kind: 'choice',
        name: 'slotCapacityMode',
        label: labelOfSetting('slotCapacityMode'),
        options: [
          { value: 'number', label: t('a fixed number of visits') },
          { value: 'technicians', label: t('one visit for each technician at work') },
        ],
      },
      {
        kind: 'number',
        name: 'slotCapacity',
        label: labelOfSetting('slotCapacity'),
        hint: t('Counts while the number is fixed.'),
        min: 1,
        max: 50,
      },
    ],
  },
  {
    id: 'notice',
    title: t('Notice'),
    text: t('How long before a visit its customer may still change it. 0: until it starts.'),
    fields: [
      {
        kind: 'number',
        name: 'rescheduleNoticeHours',
        label: labelOfSetting('rescheduleNoticeHours'),
        min: 0,
        max: 720,
        after: t('hours'),
      },
      {
        kind: 'number',
        name: 'cancelNoticeHours',
        label: labelOfSetting('cancelNoticeHours'),
        min: 0,
        max: 720,
        after: t('hours'),
      },
    ],
  },
  {
    id: 'limits',
    title: t('Limits on bookings'),
    text: t('They protect the calendar from bookings that nobody means. 0: no limit.'),
    fields: [
      {
        kind: 'number',
        name: 'maxVisitsWithoutCard',
        label: labelOfSetting('maxVisitsWithoutCard'),
        min: 0,
        max: 1000,
      },
      {
        kind: 'number',
        name: 'maxVisitsPerVehiclePerDay',
        label: labelOfSetting('maxVisitsPerVehiclePerDay'),
        min: 0,
        max: 5,
      },
      {
        kind: 'number',
        name: 'maxOpenGuestBookings',
        label: labelOfSetting('maxOpenGuestBookings'),
        hint: t('Booked for one e-mail without signing in.'),
        min: 0,
        max: 1000,
      },
      {
        kind: 'number',
        name: 'maxGuestBookingsPerNetwork',
        label: labelOfSetting('maxGuestBookingsPerNetwork'),
        min: 0,
        max: 10_000,
      },
      ...(cardPayments
        ? [
            {
              kind: 'number' as const,
              name: 'releaseWithoutCardHours' as const,
              label: labelOfSetting('releaseWithoutCardHours'),
              hint: t('Their customers are told at half of it. 0: never.'),
              min: 0,
              max: 2160,
              after: t('hours'),
            },
          ]
        : []),
    ],
  },
  {
    id: 'amounts',
    title: t('Amounts'),
    fields: [
      {
        kind: 'money',
        name: 'extraApprovalAboveCents',
        label: labelOfSetting('extraApprovalAboveCents'),
        hint: t('Counted together, as far as they have not approved them.'),
      },
      {
        kind: 'money',
        name: 'adjustConfirmAboveCents',
        label: labelOfSetting('adjustConfirmAboveCents'),
        hint: t('And above three times the quote.'),
      },
      {
        kind: 'numbers',
        name: 'paymentReminderDays',
        label: labelOfSetting('paymentReminderDays'),
        hint: t('Days after the visit, at most five, for example 3, 7. Blank: never.'),
      },
      {
        kind: 'text',
        name: 'invoiceInstructions',
        label: labelOfSetting('invoiceInstructions'),
        hint: t('Printed on each invoice: bank and account, or whom checks are made out to.'),
      },
      {
        kind: 'number',
        name: 'invoiceReminderDaysBefore',
        label: labelOfSetting('invoiceReminderDaysBefore'),
        hint: t('Days before an invoice is due. 0: never.'),
        min: 0,
        max: 30,
      },
      {
        kind: 'numbers',
        name: 'invoiceReminderDays',
        label: labelOfSetting('invoiceReminderDays'),
        hint: t('Days after it was due, at most five, for example 1, 8, 15, 22. Blank: never.'),
      },
    ],
  },
  ...(cardPayments
    ? [
        {
          id: 'tips',
          title: t('Tips'),
          fields: [
            {
              kind: 'switch' as const,
              name: 'tipsEnabled' as const,
              label: labelOfSetting('tipsEnabled'),
              hint: t(
                'After a visit that a card has paid. Tips go to the technician and are no revenue.',
              ),
            },
          ],
        },
      ]
    : []),
  {
    id: 'sales-tax',
    title: t('Sales tax'),
    text: t(
      'A visit keeps the sales tax it was booked with. Ask whoever does your taxes what is taxed where you work.',
    ),
    fields: [
      {
        kind: 'switch',
        name: 'salesTaxEnabled',
        label: labelOfSetting('salesTaxEnabled'),
        hint: t(
          'On top of prices, said before people book. It is no revenue; fees and tips are not taxed.',
        ),
      },
      {
        kind: 'percent',
        name: 'salesTaxRateBp',
        label: labelOfSetting('salesTaxRateBp'),
        hint: t('Where a core spot has no rate of its own.'),
      },
      {
        kind: 'switch',
        name: 'extrasTaxable',
        label: labelOfSetting('extrasTaxable'),
        hint: t('Packages and products say it themselves.'),
      },
    ],
  },
  {
    id: 'backups',
    title: t('Backups'),
    text: t(
      'Everything in one file, made every night beside the data and read back. Copy it to another place, too: a disk that fails takes both.',
    ),
    fields: [
      {
        kind: 'number',
        name: 'backupsKept',
        label: labelOfSetting('backupsKept'),
        hint: t('The oldest goes when a new one is made. 0: none is made.'),
        min: 0,
        max: 90,
      },
    ],
  },
  {
    id: 'tidying',
    title: t('Deleted by itself'),
    text: t(
      'What is older goes every night, notifications that nobody read a year later. Visits, conversations, payments and the audit log always stay. 0: kept for ever.',
    ),
    fields: (['sentMessagesKeptDays', 'notificationsKeptDays'] as const).map((name) => ({
      kind: 'number',
      name,
      label: labelOfSetting(name),
      min: 0,
      max: 3650,
      after: t('days'),
    })),
  },
  {
    id: 'quiet-hours',
    title: t('Quiet hours'),
    text: t(
      'Texts and notifications wait until the night is over, by the clock of whoever gets them; what is urgent does not: a technician on the way, a question, a message. The same hour twice: no quiet hours.',
    ),
    fields: (['quietFrom', 'quietUntil'] as const).map((name) => ({
      kind: 'choice',
      name,
      label: labelOfSetting(name),
      options: hoursOfDay(),
    })),
  },
  {
    id: 'stock',
    title: t('Stock'),
    fields: [
      {
        kind: 'number',
        name: 'lowStockAt',
        label: labelOfSetting('lowStockAt'),
        min: 0,
        max: 10_000,
      },
    ],
  },
]

/** What the business says of itself; blank: nothing stands in its place. */
export const businessGroups = (): SettingGroup[] => [
  {
    id: 'identity',
    title: t('What customers read of you'),
    text: t('On your pages, in mails and on receipts. What you leave blank is not mentioned.'),
    fields: [
      {
        kind: 'text',
        name: 'brandName',
        label: labelOfSetting('brandName'),
        autoComplete: 'organization',
      },
      {
        kind: 'text',
        name: 'tagline',
        label: labelOfSetting('tagline'),
        hint: t('Beside the name on your front page.'),
      },
      {
        kind: 'text',
        name: 'supportPhone',
        label: labelOfSetting('supportPhone'),
        type: 'tel',
        autoComplete: 'tel',
      },
      {
        kind: 'text',
        name: 'supportEmail',
        label: labelOfSetting('supportEmail'),
        type: 'email',
        autoComplete: 'email',
        hint: t('Messages to the office are mailed there.'),
      },
      {
        kind: 'lines',
        name: 'claims',
        label: labelOfSetting('claims'),
        hint: t('One a line, for example: Insured professionals'),
      },
      {
        kind: 'number',
        name: 'replyHours',
        label: labelOfSetting('replyHours'),
        hint: t('0: no promise'),
        min: 0,
        max: 168,
        after: t('hours'),
      },
    ],
  },
]
