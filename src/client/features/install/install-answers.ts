import { useState } from 'react'

const keys = {
  installed: 'pwa-installed',
  dismissedForGood: 'pwa-prompt-dismissed-permanent',
  dismissals: 'pwa-dismiss-count',
  bannerSeen: 'install-banner-seen',
  hiddenForNow: 'pwa-prompt-dismissed',
} as const

const storageOf = (answer: keyof InstallAnswers) =>
  answer === 'hiddenForNow' ? sessionStorage : localStorage

function readAnswers(): InstallAnswers {
  try {
    const stored = (answer: keyof InstallAnswers) => storageOf(answer).getItem(keys[answer])
    const isTrue = (answer: keyof InstallAnswers) => stored(answer) === 'true'
    return {
      installed: isTrue('installed'),
      dismissedForGood: isTrue('dismissedForGood'),
      dismissals: Number(stored('dismissals')) || 0,
      bannerSeen: isTrue('bannerSeen'),
      hiddenForNow: isTrue('hiddenForNow'),
    }
  } catch {
    // Without storage we would ask on every visit.
    return {
      installed: false,
      dismissedForGood: true,
      dismissals: 0,
      bannerSeen: true,
      hiddenForNow: true,
    }
  }
}

function saveAnswers(answers: InstallAnswers): void {
  try {
    for (const answer of Object.keys(keys) as (keyof InstallAnswers)[])
      if (answers[answer]) storageOf(answer).setItem(keys[answer], String(answers[answer]))
  } catch {
    // Storage is full; the answer lasts until the page closes.
  }
}

/** The answers, and how to add one, including those given in other tabs. */
export function useInstallAnswers() {
  const [answers, setAnswers] = useState(readAnswers)
  const answer = (next: (before: InstallAnswers) => InstallAnswers) => {
    const after = next(readAnswers())
    saveAnswers(after)
    setAnswers(after)
  }
  return [answers, answer] as const
}

/** This device's answers; `hiddenForNow` lasts as long as the tab. */
interface InstallAnswers {
  installed: boolean
  dismissedForGood: boolean
  dismissals: number
  bannerSeen: boolean
  hiddenForNow: boolean
}

export const promptDelayMs = 3000
export const bannerDelayMs = 30_000
const dismissalLimit = 3

const isOver = ({ installed, dismissedForGood }: InstallAnswers) => installed || dismissedForGood

export const mayPrompt = (answers: InstallAnswers) => !isOver(answers) && !answers.hiddenForNow
export const mayShowBanner = (answers: InstallAnswers) => !isOver(answers) && !answers.bannerSeen

/** Records 'Later'; the third time is final. */
export function afterLater(answers: InstallAnswers): InstallAnswers {
  const dismissals = answers.dismissals + 1
  return dismissals >= dismissalLimit
    ? { ...answers, dismissals, dismissedForGood: true }
    : { ...answers, dismissals, hiddenForNow: true }
}

/** Records that the app was installed. */
export const afterInstall = (answers: InstallAnswers): InstallAnswers => ({
  ...answers,
  installed: true,
  dismissedForGood: true,
  bannerSeen: true,
})

export const afterBanner = (answers: InstallAnswers): InstallAnswers => ({
  ...answers,
  bannerSeen: true,
})

/** Whether this is Safari on an iPhone or iPad, which installs by its Share menu without telling the page. */
export function isIosSafari(userAgent: string, touchPoints: number): boolean {
  // iPads identify as Macs, but no Mac has a touch screen.
  const ios = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return ios && /Version\/[\d.]+.* Safari\//.test(userAgent)
}
