import { MailCheck } from 'lucide-react'
import { useBusiness, useMaybePerson } from '#client/app/session.ts'
import { BookingForm } from '#client/features/booking/booking-form.tsx'
import { BookingPage } from '#client/features/booking/booking-page.tsx'
import { GuestCode, GuestContact } from '#client/features/booking/guest-contact.tsx'
import { TypedCarFields } from '#client/features/booking/typed-car-fields.tsx'
import { useGuestBooking } from '#client/features/booking/use-guest-booking.ts'
import { Banner } from '#client/ui/banner.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function GuestBooking() {
  const shell = useGuestBooking()
  const { booking, guest, mailed } = shell
  const { cardPayments } = useBusiness()
  if (mailed)
    return (
      <EmptyState
        page
        answers
        icon={<MailCheck />}
        title={t("You're Booked!")}
        text={
          cardPayments
            ? t(
                'We are emailing you a link to your visit. Follow it, pay for it or cancel it there.',
              )
            : t('We are emailing you a link to your visit. Follow it, move it or cancel it there.')
        }
        action={<LinkButton href={paths.home}>{t('Home')}</LinkButton>}
      />
    )
  return (
    <BookingPage
      title={t('Quick Book')}
      lede={t('No account needed: we confirm the booking by e-mail.')}
      parts={booking.parts}
    >
      {guest.sent ? (
        <GuestCode sent={guest.sent} booking={shell} />
      ) : (
        <div className="space-y-4">
          <SignInPrompt />
          <BookingForm
            booking={booking}
            vehicle={() => <TypedCarFields booking={booking} car={guest} set={shell.set} />}
            who={<GuestContact {...shell} />}
            submitLabel={shell.isProven ? t('Submit Booking') : t('Email me a code')}
            pending={shell.pending}
            onSubmit={shell.submit}
          />
        </div>
      )}
    </BookingPage>
  )
}

function SignInPrompt() {
  const person = useMaybePerson()
  if (person && person.role !== 'customer') return null
  return (
    <Banner
      action={
        <TextLink
          href={person ? paths.booking : paths.loginAgain(paths.booking)}
          className="text-sm"
        >
          {person ? t('Book Service') : t('Sign In')}
        </TextLink>
      }
    >
      {person
        ? t('You are signed in. Book with the cars and addresses of your account.')
        : t('Been here before? Sign in, and we remember your car and address.')}
    </Banner>
  )
}
