import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { BrandIcon } from '#client/brand/brand.tsx'

const slowAfterMs = 5000

const MobileLanding = lazy(() => import('./mobile-landing.tsx').catch(() => ({ default: Slow })))

type SplashProps = { business: PublicConfig | undefined }

/** `instead`: replaces the slow splash. */
type Props = SplashProps & { instead?: ReactNode }

/** Shown while the session is unknown; offers a way on when that takes long. */
export function Splash({ business, instead }: Props) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return <Waiting business={business} text={t('Loading')} />
  if (instead) return instead
  if (!matchMedia('(width < 768px)').matches) return <Slow business={business} />
  return (
    <Suspense fallback={<Slow business={business} />}>
      <MobileLanding business={business} />
    </Suspense>
  )
}

function Slow({ business }: SplashProps) {
  return (
    <Waiting business={business} text={t('Still loading. Your connection may be slow.')}>
      <Button onClick={() => location.reload()}>{t('Try again')}</Button>
    </Waiting>
  )
}

function Waiting(props: SplashProps & { text: string; children?: ReactNode }) {
  const { business, text, children } = props
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4" aria-busy="true">
      <BrandIcon business={business} className="size-14 motion-safe:animate-pulse" />
      <p role="status" className="text-soft">
        {text}
      </p>
      {children}
    </main>
  )
}
