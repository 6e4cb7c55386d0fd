import { useEffect, useState } from 'react'
import { type InstallEvent, useInstallEvent } from '#client/app/install-event.ts'
import { InstallBanner } from './install-banner.tsx'
import { InstallPrompt } from './install-prompt.tsx'
import { useInstallAnswers } from './install-answers.ts'
import {
  afterBanner,
  afterInstall,
  afterLater,
  bannerWait,
  isIosSafari,
  mayPrompt,
  mayShowBanner,
  promptDelayMs,
} from './install-rules.ts'

/** Offers to put the app on the home screen: a prompt soon, a bar on top later, each until it is answered. */
export default function InstallOffers({ startedAt }: { startedAt: number }) {
  const offered = useInstallEvent()
  const [answers, answer] = useInstallAnswers()
  const promptDue = useDue(offered ? offered.at + promptDelayMs : null)
  const prompting = promptDue && mayPrompt(answers)
  const bannerDue = useBannerDue(startedAt, prompting)
  const isApp = matchMedia('(display-mode: standalone)').matches
  const byHand = !offered && isIosSafari(navigator.userAgent, navigator.maxTouchPoints)

  useEffect(() => {
    const remember = () => answer(afterInstall)
    addEventListener('appinstalled', remember)
    return () => removeEventListener('appinstalled', remember)
  })

  if (isApp) return null
  if (prompting && offered)
    return (
      <InstallPrompt
        onInstall={() => void install(offered.event).then(answer)}
        onLater={() => answer(afterLater)}
      />
    )
  if (!bannerDue || !mayShowBanner(answers) || !(offered || byHand)) return null
  return (
    <InstallBanner
      onInstall={
        offered
          ? () => {
              answer(afterBanner)
              void install(offered.event).then(answer)
            }
          : undefined
      }
      onDismiss={() => answer(afterBanner)}
    />
  )
}

/** Opens the browser's question; somebody who says no there has said 'Later'. */
async function install(event: InstallEvent) {
  await event.prompt?.().catch(() => undefined)
  const choice = await event.userChoice?.catch(() => undefined)
  return choice?.outcome === 'dismissed' ? afterLater : afterInstall
}

/** Whether this moment has come; null is never. */
function useDue(at: number | null): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setDue(true), at - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  return due
}

function useBannerDue(startedAt: number, prompting: boolean): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (prompting) return
    const timer = setTimeout(() => setDue(true), bannerWait(startedAt, Date.now()))
    return () => clearTimeout(timer)
  }, [startedAt, prompting])
  return due
}
