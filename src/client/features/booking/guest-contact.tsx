import type { ComponentProps } from 'react'
import { Field, questionStyle } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { t } from '#shared/texts/t.ts'
import { Question } from './question.tsx'
import type { GuestBooking } from './use-guest-booking.ts'

/** Who it is for, and where the code is mailed. */
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
      title={t('Who are you?')}
      answer={booking.isAnswered('who') && `${guest.name} · ${guest.email}`}
    >
      <fieldset className="space-y-4">
        <legend className={questionStyle}>{t('Who are you?')}</legend>
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
