import { type FormEvent, useState } from 'react'
import { paths } from '#client/app/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { useGuestBooking } from './use-guest-booking.ts'

/** The last step: the code from the mail, and what it books. */
export function GuestCode({ booking }: { booking: ReturnType<typeof useGuestBooking> }) {
  const { demo } = useBusiness()
  const [code, setCode] = useState('')
  const { sent } = booking
  if (!sent) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!booking.pending) booking.sendCode(code)
  }
  return (
    <Card>
      <p className="text-lg font-semibold">{formatVisit(sent.scheduledDate, sent.scheduledTime)}</p>
      <p>{vehicleName(sent.vehicle)}</p>
      <p className="text-sm text-soft">{sent.serviceAddress}</p>
      <form onSubmit={submit} noValidate className="mt-5 space-y-4">
        <Field
          label={t('Code')}
          hint={t('We mailed six digits to {email}. They work for ten minutes, in this browser.', {
            email: sent.email,
          })}
          error={booking.codeProblem}
        >
          <TextInput
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
            className="font-mono text-2xl tracking-[0.3em]"
          />
        </Field>
        <Button type="submit" variant="primary" wide pending={booking.pending}>
          {t('Submit Booking')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="quiet" size="small" onClick={booking.back}>
            {t('Change something')}
          </Button>
          <Button variant="quiet" size="small" onClick={booking.sendAgain}>
            {t('Send a new code')}
          </Button>
        </div>
        {demo && (
          <p className="text-sm text-soft">
            {t('In the demo the mail waits in the')}{' '}
            <TextLink href={paths.outbox} target="_blank">
              {t('outbox')}
            </TextLink>
            .
          </p>
        )}
      </form>
    </Card>
  )
}
