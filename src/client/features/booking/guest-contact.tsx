import { type ComponentProps, type FormEvent, useState } from 'react'
import { DemoMailHint, EmailCodeField } from '#client/app/email-code-field.tsx'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Button, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field, questionStyle } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { GuestBookingForm } from '#shared/contract/guests.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { Question } from './question.tsx'
import type { GuestBooking } from './use-guest-booking.ts'
import { useStepHistory } from './use-question-history.ts'

export function GuestContact({ booking, guest, set }: GuestBooking) {
  const input = (name: 'name' | 'email' | 'phone', props: ComponentProps<'input'>) => (
    <TextInput
      {...props}
      value={guest[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  return (
    <Question
      booking={booking}
      name="who"
      title={t('Your details')}
      answer={booking.isAnswered('who') && `${guest.name} · ${guest.email}`}
    >
      <fieldset className="space-y-4">
        <legend className={questionStyle}>{t('Your details')}</legend>
        <Field label={t('Name')} error={booking.problem('name')}>
          {input('name', { autoComplete: 'name', maxLength: 80 })}
        </Field>
        <Field
          label={t('E-mail')}
          hint={t('We email a code to this address to confirm the booking.')}
          error={booking.problem('email')}
        >
          {input('email', { type: 'email', inputMode: 'email', autoComplete: 'email' })}
        </Field>
        <Field label={t('Phone')} error={booking.problem('phone')}>
          {input('phone', { type: 'tel', autoComplete: 'tel', maxLength: 40 })}
        </Field>
      </fieldset>
    </Question>
  )
}

interface GuestCodeProps {
  /** Booked once the code is entered. */
  sent: GuestBookingForm
  booking: GuestBooking
}

export function GuestCode({ sent, booking }: GuestCodeProps) {
  const [code, setCode] = useState('')
  useStepHistory('code', booking.back)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!booking.pending) booking.sendCode(code)
  }
  return (
    <Card>
      <p className="text-lg font-semibold">
        <VisitTime date={sent.scheduledDate} slot={sent.scheduledTime} />
      </p>
      <p>{vehicleName(sent.vehicle)}</p>
      <p className="text-sm text-soft">{sent.serviceAddress}</p>
      <form onSubmit={submit} noValidate className="mt-5 space-y-4">
        <EmailCodeField
          email={sent.email}
          value={code}
          onChange={setCode}
          error={booking.codeProblem}
        />
        <Button type="submit" variant="primary" wide pending={booking.pending}>
          {t('Submit Booking')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <QuietButton onClick={booking.back}>{t('Change something')}</QuietButton>
          <QuietButton onClick={booking.sendAgain}>{t('Send a new code')}</QuietButton>
        </div>
        <DemoMailHint />
      </form>
    </Card>
  )
}
