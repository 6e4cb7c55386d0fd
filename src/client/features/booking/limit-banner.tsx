import { useEffect, useRef } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { ContactButton } from './no-times.tsx'
import type { Limit } from './use-booking.ts'

/** Explains a limit above the pressed button; the form stays filled in. */
export default function LimitBanner({ limit }: { limit: Limit }) {
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
            <ContactButton />
          </span>
        }
      >
        {message}
      </Banner>
    </div>
  )
}
