import { useEffect, useRef } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import type { Limit } from './use-booking.ts'

/** Explains a limit above the pressed button; the form stays filled in. */
export default function LimitBanner({ limit }: { limit: Limit }) {
  const { supportPhone } = useBusiness()
  const { message, cardFor, signIn } = limit
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [limit])
  return (
    <div ref={place}>
      <Banner
        tone="warning"
        live
        title={t('Not booked yet')}
        action={
          <span className="flex flex-wrap gap-2">
            {cardFor && (
              <LinkButton variant="primary" size="small" href={paths.preAuthorize(cardFor)}>
                {t('Add a card')}
              </LinkButton>
            )}
            {signIn && (
              <LinkButton size="small" href={paths.loginAgain(paths.booking)}>
                {t('Sign In')}
              </LinkButton>
            )}
            {supportPhone ? (
              <LinkButton size="small" href={paths.phone(supportPhone)}>
                {t('Call us')}
              </LinkButton>
            ) : (
              <LinkButton size="small" href={paths.contact}>
                {t('Contact us')}
              </LinkButton>
            )}
          </span>
        }
      >
        {message}
      </Banner>
    </div>
  )
}
