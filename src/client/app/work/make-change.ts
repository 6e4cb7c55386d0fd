import { CallError } from '#client/app/call.ts'
import { toast } from '#client/ui/toast.ts'
import { t } from '#shared/texts/t.ts'
import { sayWorkFailure } from './say-work-failure.ts'
import type { WorkChange } from './waiting-changes.ts'
import { workOutbox } from './work-outbox.ts'

interface Words {
  failure: { title: string; words: string }
  /** Said when the server has it; a change without these words is silent, as the screen shows it anyway. */
  success?: { title: string; description?: string }
}

/**
 * Makes a change of a job and says what became of it. True when it is safe, with the server or on this device;
 * false when it was refused, and what was entered should stay where it is.
 */
export async function makeChange(
  jobId: string,
  change: WorkChange,
  { failure, success }: Words,
): Promise<boolean> {
  try {
    const { state } = await workOutbox.add(jobId, change)
    if (success)
      toast(
        state === 'sent'
          ? success
          : {
              title: t('Saved on this device'),
              description: t('It is sent as soon as there is a signal.'),
            },
      )
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    sayWorkFailure(error, failure.title, failure.words)
    // After signing in again it is sent.
    return error.status === 401
  }
}
