import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { isAboutRoad } from '#shared/rules/assignment.ts'
import { t, translate } from '#shared/texts/t.ts'
import { askApart } from './ask-apart.tsx'
import { CallError } from './call.ts'

/** Sent by the office to plan a visit whether or not a technician can be there in time. */
type BeyondRoad = { beyondRoad?: true }

/**
 * Sends a change of the office. If no technician can be there in time, asks whether to plan it anyway, and sends it again;
 * otherwise throws the refusal.
 */
export async function beyondRoad<T>(send: (part: BeyondRoad) => Promise<T>): Promise<T> {
  try {
    return await send({})
  } catch (error) {
    if (!(await wantsItAnyway(error))) throw error
    return send({ beyondRoad: true })
  }
}

/** Asks the office whether to plan it anyway; false for refusals that are not about the road. */
export async function wantsItAnyway(error: unknown): Promise<boolean> {
  if (!(error instanceof CallError) || !isRoadRefusal(error)) return false
  return askApart<boolean>((answer) => (
    <ConfirmDialog
      title={t('Plan it anyway?')}
      description={translate(error.message)}
      confirmLabel={t('Plan it anyway')}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  ))
}

function isRoadRefusal({ status, details }: CallError): boolean {
  const { reason, refusal } = (details ?? {}) as { reason?: string; refusal?: { reason: string } }
  const ofTechnician = reason === 'technician' && refusal !== undefined && isAboutRoad(refusal)
  return status === 409 && (reason === 'travel' || ofTechnician)
}
