import { type LocalDate, weekday } from './calendar.ts'

/** When a drive begins, business-local: its hour (0 to 23) and ISO weekday. */
export type DriveTime = { hour: number; weekday: number }

/** A drive that a technician made: minutes estimated and driven. */
export type DrivenOnce = { date: LocalDate; hour: number; estimate: number; actual: number }

type HourFactor = { isWeekend: boolean; hour: number; drives: number; factor: number }

/** The correction learned from a business's own drives: medians in minutes, and factors to multiply by. */
export type LearnedDrives = {
  drives: number
  estimate: number | null
  actual: number | null
  /** 1 until there are enough drives. */
  factor: number
  /** Hours with enough drives of their own, weekdays first. */
  hours: HourFactor[]
}

export const nothingLearned: LearnedDrives = {
  drives: 0,
  estimate: null,
  actual: null,
  factor: 1,
  hours: [],
}

/** Drives needed in total, and for an hour's own factor. */
export const drivesNeeded = 30
const limits = { least: 0.5, most: 2.5 }
/** Shorter ones depend more on parking than on the road. */
const shortestEstimate = 5
/** Outside these ratios, a button was pressed late or the technician stopped on the way. */
const believable = { least: 0.2, most: 5 }

const isWeekendDay = (isoWeekday: number) => isoWeekday >= 6

/** Computes factors from a business's drives; implausible ones are left out. */
export function learnFromDrives(all: readonly DrivenOnce[]): LearnedDrives {
  const counted = all.filter(({ estimate, actual }) => {
    const ratio = actual / estimate
    return estimate >= shortestEstimate && ratio >= believable.least && ratio <= believable.most
  })
  if (counted.length === 0) return nothingLearned
  const hours = Map.groupBy(
    counted,
    ({ date, hour }) => hour + (isWeekendDay(weekday(date)) ? 24 : 0),
  )
  return {
    drives: counted.length,
    estimate: Math.round(median(counted.map(({ estimate }) => estimate))),
    actual: Math.round(median(counted.map(({ actual }) => actual))),
    factor: counted.length < drivesNeeded ? 1 : factorOf(counted),
    hours: [...hours]
      .filter(([, drives]) => drives.length >= drivesNeeded)
      .toSorted(([one], [other]) => one - other)
      .map(([key, drives]) => ({
        isWeekend: key >= 24,
        hour: key % 24,
        drives: drives.length,
        factor: factorOf(drives),
      })),
  }
}

/** The factor for an estimated drive; without `at`, or for an hour with few drives, the overall factor. */
export function driveFactor(learned: LearnedDrives, at?: DriveTime): number {
  const own =
    at &&
    learned.hours.find(
      ({ hour, isWeekend }) => hour === at.hour && isWeekend === isWeekendDay(at.weekday),
    )
  return own?.factor ?? learned.factor
}

function factorOf(drives: readonly DrivenOnce[]): number {
  const ratio = median(drives.map(({ estimate, actual }) => actual / estimate))
  return Math.round(Math.min(limits.most, Math.max(limits.least, ratio)) * 100) / 100
}

/** The middle of an unsorted list with at least one value. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (low + high) / 2
}
