import { MailCheck } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { retryFailed } from '#client/app/queries.ts'
import { useMaybePerson } from '#client/app/session.ts'
import { GuestCode } from '#client/features/booking/guest-code.tsx'
import { GuestForm } from '#client/features/booking/guest-form.tsx'
import { useGuestBooking } from '#client/features/booking/use-guest-booking.ts'
import { Banner } from '#client/ui/banner.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { t } from '#shared/texts/t.ts'

export default function GuestBooking() {
  const booking = useGuestBooking()
  const { packages, openDays, step } = booking
  const parts = [packages, openDays.availability]
  const failed = parts.find((one) => one.isError && !one.data)
  if (step === 'mailed')
    return (
      <EmptyState
        page
        icon={<MailCheck />}
        title={t("You're Booked!")}
        text={t('We emailed you a link to your visit. Follow it, pay for it or cancel it there.')}
        action={<LinkButton href={paths.home}>{t('Home')}</LinkButton>}
      />
    )
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('Quick Book')}
        lede={t('No account needed: we confirm the booking by e-mail.')}
        back={{ href: paths.home, label: t('Home') }}
      />
      {failed ? (
        <ErrorState
          title={t('The booking page could not be loaded')}
          text={failed.error?.message}
          onRetry={() => retryFailed(parts)}
          pending={failed.isFetching}
        />
      ) : !packages.data || !openDays.availability.data ? (
        <div className="space-y-7">
          <Skeleton className="h-24 w-full rounded-card!" />
          <Skeleton className="h-40 w-full rounded-card!" />
        </div>
      ) : step === 'code' ? (
        <GuestCode booking={booking} />
      ) : (
        <div className="space-y-7">
          <SignInPrompt />
          <GuestForm booking={booking} />
        </div>
      )}
    </div>
  )
}

function SignInPrompt() {
  const person = useMaybePerson()
  if (!person)
    return (
      <Banner
        action={
          <TextLink href={paths.loginAgain(paths.booking)} className="text-sm">
            {t('Sign In')}
          </TextLink>
        }
      >
        {t('Been here before? Signed in, your car and address are remembered.')}
      </Banner>
    )
  if (person.role !== 'customer') return null
  return (
    <Banner
      action={
        <TextLink href={paths.booking} className="text-sm">
          {t('Book Service')}
        </TextLink>
      }
    >
      {t('You are signed in: book with the cars and the address of your account.')}
    </Banner>
  )
}
