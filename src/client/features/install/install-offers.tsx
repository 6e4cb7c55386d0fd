import { useEffect, useState } from 'react'
import { type InstallEvent, useInstallEvent } from '#client/app/install-event.ts'
import { InstallBanner } from './install-banner.tsx'
import { InstallPrompt } from './install-prompt.tsx'
import { useInstallAnswers } from './install-answers.ts'
import {
  afterBanner,
  afterInstall,
  afterLater,
  bannerDelayMs,
  isIosSafari,
  mayPrompt,
  mayShowBanner,
  promptDelayMs,
} from './install-rules.ts'

/**
 * Offers to put the app on the home screen: a prompt soon, a bar on top later, each until it is answered. `openedAt` is when the
 * page was drawn.
 */
export default function InstallOffers({ openedAt }: { openedAt: number }) {
  const offered = useInstallEvent()
  const [answers, answer] = useInstallAnswers()
  const [quietSince, setQuietSince] = useState(openedAt)
  const promptDue = useDue(offered && offered.at + promptDelayMs)
  const bannerDue = useDue(quietSince + bannerDelayMs)
  const isApp = matchMedia('(display-mode: standalone)').matches
  const byHand = !offered && isIosSafari(navigator.userAgent, navigator.maxTouchPoints)

  useEffect(() => {
    const remember = () => answer(afterInstall)
    addEventListener('appinstalled', remember)
    return () => removeEventListener('appinstalled', remember)
  })

  // The bar on top must not follow on the heels of a 'Later'.
  const later = () => {
    setQuietSince(Date.now())
    answer(afterLater)
  }
  const install = async () => {
    if (offered && (await askBrowser(offered.event))) answer(afterInstall)
    else later()
  }
  if (isApp) return null
  return (
    <>
      {bannerDue && (offered || byHand) && mayShowBanner(answers) && (
        <InstallBanner
          onInstall={
            offered &&
            (() => {
              answer(afterBanner)
              void install()
            })
          }
          onDismiss={() => answer(afterBanner)}
        />
      )}
      {promptDue && offered && mayPrompt(answers) && (
        <InstallPrompt onInstall={() => void install()} onLater={later} />
      )}
    </>
  )
}

/** Opens the browser's own question; whoever says no there has said 'Later'. */
async function askBrowser(event: InstallEvent): Promise<boolean> {
  await event.prompt?.().catch(() => undefined)
  const choice = await event.userChoice?.catch(() => undefined)
  return choice?.outcome !== 'dismissed'
}

/** Whether this moment has come; null is never. */
function useDue(at: number | null): boolean {
  const [reached, setReached] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setReached(at), at - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  return at !== null && reached === at
}
