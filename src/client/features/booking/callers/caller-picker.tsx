import type { ComponentProps } from 'react'
import { personName } from '#client/app/person-name.ts'
import { useBusiness } from '#client/app/session.ts'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { QuietButton, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textConsentWords } from '#shared/rules/text-consent.ts'
import { unbrokenPhone } from '#shared/rules/phone-numbers.ts'
import { t } from '#shared/texts/t.ts'
import type { TypedCaller } from './caller-draft.ts'
import { CallerSearch, LastVisit } from './caller-search.tsx'
import type { CallerBooking } from './use-caller-booking.ts'

export function CallerPicker({ shell }: { shell: CallerBooking }) {
  const { own, caller, loading, doubles } = shell
  return (
    <Card aria-label={t('Customer')}>
      {loading ? (
        <Skeleton lines={3} />
      ) : caller ? (
        <KnownCaller shell={shell} />
      ) : own.customer ? (
        <NewCustomer shell={shell} customer={own.customer} />
      ) : (
        <CallerSearch
          error={shell.booking.problem('customerId')}
          onChoose={shell.choose}
          onNew={shell.startNew}
        />
      )}
      {doubles && <PossibleDuplicates shell={shell} {...doubles} />}
    </Card>
  )
}

const ChangeButton = ({ shell }: { shell: CallerBooking }) => (
  <QuietButton className="-mr-2 flex-none" onClick={shell.clearCaller}>
    {t('Another customer')}
  </QuietButton>
)

function KnownCaller({ shell }: { shell: CallerBooking }) {
  const { caller, lacking, own, setOwn, booking } = shell
  const phone = useShownPhone(caller?.phone ?? '')
  if (!caller) return null
  const set = (part: Partial<typeof own.details>) =>
    setOwn({ details: { ...own.details, ...part } })
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">
          {personName(caller) || t('No name yet')}
        </p>
        <ChangeButton shell={shell} />
      </div>
      <p className="wrap-anywhere">{[phone, caller.email].filter(Boolean).join(' · ')}</p>
      {caller.lastVisit && (
        <p className="text-sm text-soft">
          <LastVisit {...caller.lastVisit} />
        </p>
      )}
      {lacking.length > 0 && (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {lacking.includes('name') && (
            <Field label={t('Name')} error={booking.problem('name')}>
              <TextInput
                autoComplete="off"
                maxLength={80}
                value={own.details.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            </Field>
          )}
          {lacking.includes('phone') && (
            <Field label={t('Phone')} error={booking.problem('phone')}>
              <TextInput
                type="tel"
                autoComplete="off"
                maxLength={40}
                value={own.details.phone}
                onChange={(event) => set({ phone: event.target.value })}
              />
            </Field>
          )}
        </div>
      )}
    </>
  )
}

function NewCustomer({ shell, customer }: { shell: CallerBooking; customer: TypedCaller }) {
  const { brandName } = useBusiness()
  const { booking, setOwn } = shell
  const set = (part: Partial<TypedCaller>) =>
    setOwn({
      customer: { ...customer, ...part },
      ...('phone' in part && { isSomebodyElse: false }),
    })
  const input = (
    name: Exclude<keyof TypedCaller, 'agreesToTexts'>,
    props: ComponentProps<'input'> = {},
  ) => (
    <TextInput
      autoComplete="off"
      maxLength={80}
      {...props}
      value={customer[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  const email = customer.email.trim()
  return (
    <fieldset className="min-w-0 space-y-4">
      <div className="flex items-start justify-between gap-3">
        <legend className="text-lg font-semibold">{t('New customer')}</legend>
        <ChangeButton shell={shell} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('First name')} error={booking.problem('firstName')}>
          {input('firstName')}
        </Field>
        <Field label={t('Last name')} error={booking.problem('lastName')} optional>
          {input('lastName')}
        </Field>
        <Field label={t('Phone')} error={booking.problem('phone')}>
          {input('phone', { type: 'tel', maxLength: 40 })}
        </Field>
        <Field label={t('E-mail')} error={booking.problem('email')} optional>
          {input('email', { type: 'email', maxLength: 254 })}
        </Field>
      </div>
      <Checkbox
        label={t('They agree to text messages about their visits')}
        description={[
          t('Read to them: “{words}”', { words: textConsentWords(brandName) }),
          !email &&
            (customer.agreesToTexts
              ? t('Without an e-mail they get texts instead, with the link to the visit.')
              : t('Without e-mail or texts, you have to contact them yourself.')),
        ]
          .filter(Boolean)
          .join(' ')}
        checked={customer.agreesToTexts}
        onChange={(event) => set({ agreesToTexts: event.target.checked })}
      />
    </fieldset>
  )
}

function PossibleDuplicates({
  shell,
  message,
  customers,
  isNumber,
}: NonNullable<CallerBooking['doubles']> & { shell: CallerBooking }) {
  return (
    <div className="mt-4">
      <Banner tone="warning" live title={message}>
        <ul className="mt-1 space-y-2">
          {customers.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1"
            >
              <span className="wrap-anywhere">
                <span className="font-medium">{personName(one)}</span>
                <span className="block">
                  {[unbrokenPhone(one.phone), one.email].filter(Boolean).join(' · ')}
                </span>
              </span>
              <SmallButton onClick={() => shell.choose(one.id)}>
                {t('Book for {name}', { name: one.firstName || personName(one) })}
              </SmallButton>
            </li>
          ))}
        </ul>
        {isNumber && (
          <QuietButton
            className="mt-2 -ml-2"
            onClick={() => shell.setOwn({ isSomebodyElse: true })}
          >
            {t('Someone else with the same number')}
          </QuietButton>
        )}
      </Banner>
    </div>
  )
}
