import { createRoot } from 'react-dom/client'
import type { Job } from '#shared/contract/jobs.ts'
import { translate } from '#shared/texts/t.ts'
import { api, CallError, type CallInput } from './call.ts'
import {
  type PromotionChoice,
  PromotionDialog,
  type PromotionDialogProps,
} from './promotion-dialog.tsx'

const route = 'POST /api/jobs/{id}/reschedule'

/**
 * Moves a visit. Where its promotion code is not for the new day, or is for it again, asks what happens to the code and moves
 * it with the answer; without one, throws the refusal.
 */
export async function moveVisit(
  input: CallInput<typeof route>,
  { mayKeep = true, call = api }: { mayKeep?: boolean; call?: Send } = {},
): Promise<Job> {
  try {
    return await call(route, input)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { reason, restores = false } = (error.details ?? {}) as Details
    if (reason !== 'promotion') throw error
    const promotion = await askAboutPromotion({
      words: translate(error.message),
      mayKeep: mayKeep || restores,
      restores,
    })
    if (!promotion) throw error
    return call(route, { ...input, body: { ...input.body, promotion } })
  }
}

type Send = (to: typeof route, input: CallInput<typeof route>) => Promise<Job>

type Details = { reason?: string; restores?: boolean }

/** Asks in its own dialog. Null: the visit keeps its time. */
const askAboutPromotion = (question: Omit<PromotionDialogProps, 'answer'>) =>
  new Promise<PromotionChoice | null>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const answer = (choice: PromotionChoice | null) => {
      root.unmount()
      place.remove()
      resolve(choice)
    }
    root.render(<PromotionDialog {...question} answer={answer} />)
  })
