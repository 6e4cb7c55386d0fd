import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { describeFees } from '#shared/rules/fee-policy.ts'
import { howTheyPay } from '#shared/rules/paying.ts'
import { describeOpening } from '#shared/rules/weekly-hours.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import type { CallerBooking } from './use-caller-booking.ts'

export function CallerGuide({ shell: { booking, own, caller } }: { shell: CallerBooking }) {
  const business = useBusiness()
  const { earliestDate, latestDate, cardPayments } = business
  const isUnreached = own.customer
    ? !own.customer.email.trim() && !own.customer.agreesToTexts
    : caller?.isUnreached
  const price = booking.visits.some(({ car }) => car) ? booking.payCents : 0
  const notices = [
    [business.rescheduleNoticeHours, t('They can move the visit until it starts.'), hoursToMove],
    [business.cancelNoticeHours, t('They can cancel it until it starts.'), hoursToCancel],
  ] as const
  const say = [
    t('We come {days}.', { days: describeOpening(business) }),
    earliestDate
      ? t('The first day is {first}, the last {last}.', {
          first: formatDay(earliestDate),
          last: formatDay(latestDate),
        })
      : t('No day is open at the moment.'),
    ...(price > 0 ? [t('The visit costs {price}.', { price: formatCents(price) })] : []),
    ...(caller?.paysByInvoice
      ? [t('They get an invoice after the visit; no card is asked.')]
      : [cardPayments ? howToGiveCard(isUnreached) : '', howTheyPay(business)]),
    ...notices.map(([hours, always, until]) => (hours > 0 ? until(hours) : always)),
    ...describeFees(business, formatCents),
  ].filter(Boolean)
  return (
    <Card title={t('Guide')}>
      <h3 className="font-medium">{t('Ask')}</h3>
      <List
        entries={[
          t('The name, and a number that reaches them on the day.'),
          t('Year, make, model and plate; with the VIN we know the oil.'),
          t('Where the car is, and how to get to it.'),
        ]}
      />
      <h3 className="mt-4 font-medium">{t('Say')}</h3>
      <List entries={say} />
      <p className="mt-4 text-sm text-soft max-lg:hidden">
        {t('Enter goes to the next missing field, Ctrl and Enter books.')}
      </p>
    </Card>
  )
}

const howToGiveCard = (isUnreached = false): string =>
  isUnreached
    ? t(
        'They get no e-mails or texts: once it is booked, take the card or give them the link. Nothing is charged before the service is done.',
      )
    : t(
        'They get a link to reserve the amount on a card. Nothing is charged before the service is done.',
      )

const hoursToMove = (count: number) =>
  plural(count, {
    one: 'They can move the visit until {count} hour before it.',
    other: 'They can move the visit until {count} hours before it.',
  })
const hoursToCancel = (count: number) =>
  plural(count, {
    one: 'They can cancel it until {count} hour before it.',
    other: 'They can cancel it until {count} hours before it.',
  })

const List = ({ entries }: { entries: readonly string[] }) => (
  <ul className="mt-1 list-disc space-y-1.5 pl-5 text-sm marker:text-soft">
    {entries.map((entry) => (
      <li key={entry}>{entry}</li>
    ))}
  </ul>
)
