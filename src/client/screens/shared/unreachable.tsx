import { useEffect, useRef } from 'react'
import { useStorageFailed } from '#client/app/device-storage.ts'
import { signOutPending } from '#client/app/pending-sign-out.ts'
import { buttonStyle } from '#client/ui/button.tsx'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { useStore } from '#client/ui/store.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const lookAgainMs = 5_000

/** Shown when the session or the business cannot be loaded; retries automatically. */
export function Unreachable({ retry, pending }: { retry: () => void; pending: boolean }) {
  const hasLeft = useStore(signOutPending)
  const unkept = useStorageFailed()
  const again = useRef(retry)
  useEffect(() => {
    again.current = retry
  })
  useEffect(() => {
    const look = () => again.current()
    const timer = setInterval(look, lookAgainMs)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [])
  return (
    <main className="mx-auto max-w-column pt-24">
      <ErrorState
        page
        title={hasLeft ? t('You are signed out') : t('We cannot reach the server')}
        text={
          hasLeft
            ? t(
                'Your data has been removed from this device. There is no connection; our server ends your session as soon as there is one.',
              )
            : unkept
              ? t('Please check your connection.')
              : t('Please check your connection. Nothing you entered is lost.')
        }
        onRetry={retry}
        pending={pending}
        action={
          // A full page load: the app itself may be stuck.
          <a href={paths.mobileDebug} className={buttonStyle()}>
            {t('Check this device')}
          </a>
        }
      />
    </main>
  )
}
