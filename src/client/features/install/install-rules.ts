/** What this device remembers of its answers; `hiddenForNow` lives as long as the tab. */
export interface InstallAnswers {
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

/** 'Later' was pressed: the third time is the last. */
export function afterLater(answers: InstallAnswers): InstallAnswers {
  const dismissals = answers.dismissals + 1
  return dismissals >= dismissalLimit
    ? { ...answers, dismissals, dismissedForGood: true }
    : { ...answers, dismissals, hiddenForNow: true }
}

/** The app is installed, by our button or by the browser's. */
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

/** Safari on an iPhone or iPad, which installs by its Share menu and never says that it can. */
export function isIosSafari(userAgent: string, touchPoints: number): boolean {
  // An iPad says that it is a Mac; no Mac has a touch screen.
  const ios = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return ios && /Version\/[\d.]+.* Safari\//.test(userAgent)
}
