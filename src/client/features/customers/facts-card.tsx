import { Mail, MessageSquare, MessageSquareOff, Phone } from 'lucide-react'
import { useState } from 'react'
import { EmailLink } from '#client/app/contact-link.tsx'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { useBusiness } from '#client/app/session.ts'
import { WaitingEmail } from '#client/app/waiting-email.tsx'
import { TextLink, LinkButton, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Stat } from '#client/ui/stat.tsx'
import type { CustomerDetails } from '#shared/contract/customers.ts'
import { describeTerms } from '#shared/rules/invoices.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { callThem } from '#shared/rules/reach.ts'
import { formatInstant, formatInstantDay, formatAmount, formatDay } from '#shared/texts/format.ts'
import { t, plural } from '#shared/texts/t.ts'
import { customerName, Tags } from './customer-badges.tsx'
import { useBusinessClock } from '#client/app/business-clock.ts'
import { Money } from '#client/ui/money.tsx'

export function FactsCard({ customer, onEdit }: { customer: CustomerDetails; onEdit: () => void }) {
  const { timeZone } = useBusiness()
  const { email, phone, lastLoginAt, loginCount, createdAt, maxVisitsWithoutCard, invoicing } =
    customer
  const shownPhone = useShownPhone(phone)
  const [isEndingTexts, setEndingTexts] = useState(false)
  const hint = callThem({ ...customer, name: customerName(customer) })
  return (
    <Card
      title={t('person|About')}
      action={
        <QuietButton aria-label={t('Edit the details')} onClick={onEdit}>
          {t('Edit')}
        </QuietButton>
      }
    >
      <Facts
        items={[
          {
            label: t('E-mail'),
            value: email ? (
              <EmailLink email={email} />
            ) : (
              <span className="text-amber">{t('None')}</span>
            ),
          },
          {
            label: t('Phone'),
            value: phone ? shownPhone : <span className="text-amber">{t('None')}</span>,
          },
          {
            label: t('Text messages'),
            value: customer.agreesToTexts ? t('Agreed') : t('Not agreed'),
          },
          {
            label: t('Payment'),
            value: invoicing && (
              <>
                {[t('By invoice'), describeTerms(invoicing.termsDays), invoicing.company]
                  .filter(Boolean)
                  .join(' · ')}
                <br />
                <TextLink href={officePaths.invoicesOf(customer.id)}>{t('Invoices')}</TextLink>
              </>
            ),
          },
          {
            label: t('Saved addresses'),
            value:
              customer.places.length === 0 ? null : (
                <ul>
                  {customer.places.map(({ id, address }) => (
                    <li key={id}>{address}</li>
                  ))}
                </ul>
              ),
          },
          { label: t('Customer since'), value: formatInstantDay(createdAt, timeZone) },
          {
            label: t('Last signed in'),
            value: lastLoginAt ? formatInstant(lastLoginAt, timeZone) : t('Never'),
          },
          { label: t('Sign-ins'), value: loginCount },
          {
            label: t('Upcoming visits without a card'),
            value:
              maxVisitsWithoutCard === null
                ? null
                : maxVisitsWithoutCard === 0
                  ? t('Any number')
                  : t('At most {count}', { count: maxVisitsWithoutCard }),
          },
        ]}
      />
      {isEndingTexts && (
        <ConfirmCall
          call="POST /api/admin/customers/{id}/end-texts"
          input={{ params: { id: customer.id } }}
          title={t('End texts to {name}?', { name: customerName(customer) })}
          description={t(
            'Do this when they ask you to. Only they can turn texts on again: in the app, or by texting START.',
          )}
          confirmLabel={t('End texts')}
          onClose={() => setEndingTexts(false)}
          successToast={{ title: t('Texts ended'), description: shownPhone }}
          failureToast={t('The texts were not ended')}
        />
      )}
      <WaitingEmail personId={customer.id} />
      <Tags tags={customer.tags} className="mt-3" />
      {hint && <p className="mt-3 text-sm text-amber">{hint}</p>}
      <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {phone && (
          <>
            <LinkButton size="small" icon={<Phone />} href={paths.phone(phone)}>
              {t('action|Call')}
            </LinkButton>
            <LinkButton size="small" icon={<MessageSquare />} href={paths.phone(phone, 'sms')}>
              {t('Text')}
            </LinkButton>
          </>
        )}
        {customer.agreesToTexts && (
          <SmallButton icon={<MessageSquareOff />} onClick={() => setEndingTexts(true)}>
            {t('End texts')}
          </SmallButton>
        )}
        {email && (
          <LinkButton size="small" icon={<Mail />} href={`mailto:${email}`}>
            {t('Write')}
          </LinkButton>
        )}
      </p>
    </Card>
  )
}

export function CustomerTotals({ customer }: { customer: CustomerDetails }) {
  const {
    jobCount,
    visitsAhead,
    lastServiceDate,
    nextService,
    amountDue,
    totalSpent,
    chargedBack,
  } = customer
  const { dateOf } = useBusinessClock()
  const isThisYear = (date: string) => date.slice(0, 4) === dateOf(new Date()).slice(0, 4)
  return (
    <section aria-label={t('Totals')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label={t('Total paid')}
        value={<Money amount={totalSpent} />}
        note={
          <>
            {Number(amountDue) > 0 ? (
              <span className="font-medium text-amber">
                {t('{amount} due', { amount: formatAmount(amountDue) })}
              </span>
            ) : (
              t('Nothing due')
            )}
            {chargedBack && (
              <span className="block font-medium text-red">
                {t('{amount} lost in disputes', { amount: formatAmount(chargedBack) })}
              </span>
            )}
          </>
        }
      />
      <Stat
        label={t('Visits')}
        value={jobCount}
        note={plural(visitsAhead, { one: '{count} ahead', other: '{count} ahead' })}
      />
      <Stat
        label={t('Last service')}
        value={lastServiceDate ? formatDay(lastServiceDate) : '–'}
        note={lastServiceDate ? lastServiceDate.slice(0, 4) : t('No service with us yet')}
      />
      <Stat
        label={t('Next service due')}
        value={
          nextService ? formatDay(nextService.date, { year: !isThisYear(nextService.date) }) : '–'
        }
        note={
          nextService ? (
            nextService.isDue ? (
              <span className="font-medium text-amber">
                {t('{vehicle}, due now', { vehicle: nextService.vehicle })}
              </span>
            ) : (
              nextService.vehicle
            )
          ) : (
            t('Not enough data yet')
          )
        }
      />
    </section>
  )
}
