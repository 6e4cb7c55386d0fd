import { afterCommit, notify } from '#server/database/database.ts'
import { type SessionChange, tellListeners } from '../session-changes.ts'

/**
 * Tells every process, once the current transaction has committed, that a session has ended or that a person's
 * role, approval or access has changed.
 */
export async function announceChange(change: SessionChange): Promise<void> {
  await notify('sessions', JSON.stringify(change))
  // This process must not wait for its own notification to come back.
  afterCommit(() => tellListeners(change))
}
