/** This device's answers; `hiddenForNow` lasts as long as the tab. */
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
