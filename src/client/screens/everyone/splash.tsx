import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { Mark } from '#client/ui/mark.tsx'

const slowAfterMs = 5000

/** Shown while it is not yet known who is signed in; offers a way on when that takes long. */
export function Splash() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4" aria-busy="true">
      <Mark className="size-14 motion-safe:animate-pulse" />
      <p role="status" className="text-soft">
        {slow ? t('Still loading. Your connection may be slow.') : t('Loading')}
      </p>
      {slow && <Button onClick={() => location.reload()}>{t('Try again')}</Button>}
    </main>
  )
}
