import type { ComponentProps } from 'react'
import { Field, questionStyle } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { type ContactDetail, detailProblem } from '#shared/rules/contact-details.ts'
import { t } from '#shared/texts/t.ts'
import { Question } from './question.tsx'
import type { Problem } from './questions.ts'
import type { Booking } from './use-booking.ts'

export type Details = Record<ContactDetail, string>

/** Problems in the details the account is missing. */
export const detailProblems = (missing: readonly ContactDetail[], details: Details): Problem[] =>
  missing.flatMap((field) => {
    const message = detailProblem(field, details[field])
    return message ? [{ field, message }] : []
  })

interface ContactQuestionProps {
  booking: Booking
  missing: readonly ContactDetail[]
  details: Details
  onChange: (part: Partial<Details>) => void
}

/** Asks customers who signed up by code for a name and phone number, once; saved with the booking. */
export function ContactQuestion({ booking, missing, details, onChange }: ContactQuestionProps) {
  const title = titleFor(missing)
  const input = (name: ContactDetail, props: ComponentProps<'input'>) => (
    <TextInput
      {...props}
      value={details[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <Question
      booking={booking}
      name="who"
      title={title}
      answer={
        booking.isAnswered('who') && missing.map((detail) => details[detail].trim()).join(' · ')
      }
    >
      <fieldset className="space-y-4">
        <legend className={questionStyle}>{title}</legend>
        {missing.includes('name') && (
          <Field label={t('Name')} error={booking.problem('name')}>
            {input('name', { autoComplete: 'name', maxLength: 80 })}
          </Field>
        )}
        {missing.includes('phone') && (
          <Field
            label={t('Phone')}
            hint={t('The technician calls it if they cannot find you or the car.')}
            error={booking.problem('phone')}
          >
            {input('phone', { type: 'tel', autoComplete: 'tel', maxLength: 40 })}
          </Field>
        )}
        <p className="text-sm text-soft">{t('We save it in your profile and ask only once.')}</p>
      </fieldset>
    </Question>
  )
}

function titleFor(missing: readonly ContactDetail[]): string {
  if (missing.length > 1) return t('Who are we meeting, and how can we reach you?')
  return missing[0] === 'name' ? t('Who are we meeting?') : t('How can we reach you?')
}
