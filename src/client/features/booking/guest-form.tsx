import { useEffect, useRef } from 'react'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Money } from '#client/ui/money.tsx'
import { questionStyle } from '#client/ui/question-style.ts'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { centsFromDollars } from '#shared/rules/money.ts'
import { packageFits } from '#shared/rules/packages.ts'
import { t, translate } from '#shared/texts/t.ts'
import { AddonChoice } from './addon-choice.tsx'
import { AreaAnswer } from './area-answer.tsx'
import { GuestCar } from './guest-car.tsx'
import { firstProblem, showQuestion } from './show-question.ts'
import { SlotPicker } from './slot-picker.tsx'
import type { useGuestBooking } from './use-guest-booking.ts'

type GuestBooking = ReturnType<typeof useGuestBooking>

/** When, which car, which oil, where, and who: all that a visit needs. */
export function GuestForm({ booking }: { booking: GuestBooking }) {
  const { form, openDays, date, time } = booking
  const { errors, submitCount } = form.formState
  const box = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (submitCount > 0) showQuestion(firstProblem(box.current))
  }, [submitCount])

  const set = (name: 'scheduledDate' | 'scheduledTime', value: string) =>
    form.setValue(name, value, { shouldValidate: form.formState.isSubmitted })
  const say = (message: string | undefined) => (message ? translate(message) : undefined)
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        // The first open day is shown as chosen; it is one only from here on.
        if (date) form.setValue('scheduledDate', date)
        void booking.submit(event)
      }}
      className="space-y-7"
    >
      <SlotPicker
        days={openDays.days}
        nearbyDates={booking.nearbyDates}
        onLaterDays={openDays.showLaterDays}
        date={date}
        time={time}
        ownTimes={[]}
        onDate={(chosen) => {
          set('scheduledDate', chosen)
          form.resetField('scheduledTime')
        }}
        onTime={(chosen) => {
          if (date) set('scheduledDate', date)
          set('scheduledTime', chosen)
        }}
        dateError={say(errors.scheduledDate?.message)}
        timeError={say(errors.scheduledTime?.message)}
      />
      <GuestCar booking={booking} />
      <div>
        <PackageCards booking={booking} />
        <AddonChoice
          addons={booking.addons}
          chosen={booking.chosenAddons.map(({ id }) => id)}
          onChange={(ids) => form.setValue('addons', ids)}
        />
      </div>
      <Field
        question
        label={t('Where is the car?')}
        hint={<AreaAnswer address={booking.address} />}
        error={say(errors.serviceAddress?.message)}
      >
        <TextInput
          {...form.register('serviceAddress')}
          autoComplete="street-address"
          placeholder="123 Main St, Austin, TX 78701"
          maxLength={300}
        />
      </Field>
      <Field
        label={t('How do we get to the car?')}
        hint={t('Gate code, where the car stands, where the key is.')}
        optional
      >
        <TextInput {...form.register('accessNotes')} maxLength={500} />
      </Field>
      <Field label={t('Anything the technician should know?')} optional>
        <TextInput {...form.register('customerNotes')} maxLength={1000} />
      </Field>
      <fieldset className="space-y-4">
        <legend className={questionStyle}>{t('Who are you?')}</legend>
        <Field label={t('Name')} error={say(errors.name?.message)}>
          <TextInput {...form.register('name')} autoComplete="name" maxLength={80} />
        </Field>
        <Field
          label={t('E-mail')}
          hint={t('We mail a code to this address to confirm the booking.')}
          error={say(errors.email?.message)}
        >
          <TextInput
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        </Field>
        <Field label={t('Phone')} error={say(errors.phone?.message)}>
          <TextInput {...form.register('phone')} type="tel" autoComplete="tel" />
        </Field>
      </fieldset>
      <BottomBar
        summary={
          booking.servicePackage && (
            <>
              <Money cents={booking.totalCents} className="text-lg font-semibold" />
              <span className="block text-sm text-soft">{t('Charged after the service')}</span>
            </>
          )
        }
      >
        <Button type="submit" variant="primary" pending={booking.pending}>
          {booking.provenAlready ? t('Submit Booking') : t('Email me a code')}
        </Button>
      </BottomBar>
    </form>
  )
}

function PackageCards({ booking }: { booking: GuestBooking }) {
  const { form, car, servicePackage, packages } = booking
  return (
    <RadioCards
      legend={t('Package')}
      value={servicePackage?.id}
      onChange={(id) => form.setValue('servicePackageId', id)}
      options={(packages.data ?? []).map((one) => ({
        value: one.id,
        title: one.name,
        description: one.description,
        aside: <Money cents={centsFromDollars(one.basePrice)} />,
        disabledReason: car && !packageFits(car, one) && t('Not for this engine'),
      }))}
    />
  )
}
