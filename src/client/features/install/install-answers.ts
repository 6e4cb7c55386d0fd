import { useState } from 'react'
import type { InstallAnswers } from './install-rules.ts'

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
    const said = (answer: keyof InstallAnswers) => stored(answer) === 'true'
    return {
      installed: said('installed'),
      dismissedForGood: said('dismissedForGood'),
      dismissals: Number(stored('dismissals')) || 0,
      bannerSeen: said('bannerSeen'),
      hiddenForNow: said('hiddenForNow'),
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
