import { useState } from 'react'
import type { InstallAnswers } from './install-rules.ts'

const keys = {
  installed: 'pwa-installed',
  dismissedForGood: 'pwa-prompt-dismissed-permanent',
  dismissals: 'pwa-dismiss-count',
  bannerSeen: 'install-banner-seen',
  hiddenForNow: 'pwa-prompt-dismissed',
} as const

const yes = 'true'

/** What this device has answered before. */
export function readAnswers(): InstallAnswers {
  try {
    return {
      installed: localStorage.getItem(keys.installed) === yes,
      dismissedForGood: localStorage.getItem(keys.dismissedForGood) === yes,
      dismissals: Number(localStorage.getItem(keys.dismissals)) || 0,
      bannerSeen: localStorage.getItem(keys.bannerSeen) === yes,
      hiddenForNow: sessionStorage.getItem(keys.hiddenForNow) === yes,
    }
  } catch {
    // What cannot be remembered would be asked for ever.
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
    if (answers.installed) localStorage.setItem(keys.installed, yes)
    if (answers.dismissedForGood) localStorage.setItem(keys.dismissedForGood, yes)
    if (answers.dismissals > 0) localStorage.setItem(keys.dismissals, String(answers.dismissals))
    if (answers.bannerSeen) localStorage.setItem(keys.bannerSeen, yes)
    if (answers.hiddenForNow) sessionStorage.setItem(keys.hiddenForNow, yes)
  } catch {
    // A full storage; the answer then holds as long as the page.
  }
}

/** The answers, and how to add one; another tab may have answered since this one was opened. */
export function useInstallAnswers() {
  const [answers, setAnswers] = useState(readAnswers)
  const answer = (next: (before: InstallAnswers) => InstallAnswers) => {
    const after = next(readAnswers())
    saveAnswers(after)
    setAnswers(after)
  }
  return [answers, answer] as const
}
