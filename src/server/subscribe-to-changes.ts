import { subscribeToSessions } from '#server/sessions/sessions.ts'
import { subscribeToSlotChanges } from '#server/reads/slot-changes.ts'
import { subscribeToAnswers } from './features/payments/wait-for-answers.ts'
import { subscribeToPayments } from '#server/features/payments/queries/cached-figures.ts'
import { subscribeToCustomers } from '#server/features/customers/queries/summary.ts'
import { subscribeToCoreSpots } from '#server/reads/core-spots.ts'
import { subscribeToLearnedDrives } from '#server/reads/learned-drives.ts'
import { subscribeToDrives } from '#server/reads/stored-drives.ts'
import { subscribeToSettings } from './features/settings/queries.ts'
import { subscribeToEngines } from '#server/features/vehicles/queries/engines.ts'

/** Loads this process's caches, keeps them current whichever process writes, and delivers other processes' notifications. */
export async function subscribeToChanges(): Promise<void> {
  await subscribeToSettings()
  await subscribeToCoreSpots()
  await subscribeToDrives()
  await subscribeToLearnedDrives()
  await subscribeToEngines()
  await subscribeToSessions()
  await subscribeToSlotChanges()
  await subscribeToAnswers()
  await subscribeToPayments()
  await subscribeToCustomers()
}
