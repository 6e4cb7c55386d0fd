import { db, listen } from '#server/database/database.ts'
import { learnedDrives } from '#server/database/tables/travel-times.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import {
  driveFactor,
  type DriveTime,
  type LearnedDrives,
  nothingLearned,
} from '#shared/rules/learned-drives.ts'
import { invalidateAvailability } from './availability-cache.ts'

type Learned = { learned: LearnedDrives; computedAt: Date | null }

const none: Learned = { learned: nothingLearned, computedAt: null }
let current = none
let reads = 0
let currentRead = 0

/** The correction learned from the business's own drives, and when it was computed. */
export const currentlyLearned = (): Learned => current

/** Whether any drive is corrected now. */
export const hasLearned = (): boolean =>
  currentSettings().learnDriveTimes && current.learned.drives > 0

/** The current factor for drive times; 1 if learning is switched off. */
export const learnedFactor = (at?: DriveTime): number =>
  currentSettings().learnDriveTimes ? driveFactor(current.learned, at) : 1

/** Loads the correction into this process; an older read never replaces a newer one. */
async function loadLearned(): Promise<void> {
  const read = ++reads
  const { learned, computedAt } = learnedDrives
  const [row] = await db().select({ learned, computedAt }).from(learnedDrives)
  if (read < currentRead) return
  currentRead = read
  current = row ?? none
  invalidateAvailability()
}

export const learnedChannel = 'learned_drives'

/** Loads the correction now and after each change in any process. */
export async function subscribeToLearnedDrives(): Promise<void> {
  await listen(learnedChannel, loadLearned, { onReconnect: loadLearned })
  await loadLearned()
}
