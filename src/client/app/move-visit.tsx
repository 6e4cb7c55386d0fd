import type { Job } from '#shared/contract/jobs.ts'
import { translate } from '#shared/texts/t.ts'
import { askApart } from './ask-apart.tsx'
import { beyondRoad } from './beyond-road.tsx'
import { api, CallError, type CallInput } from './call.ts'
import {
  type PromotionChoice,
  PromotionDialog,
  type PromotionDialogProps,
} from './promotion-dialog.tsx'

const route = 'POST /api/jobs/{id}/reschedule'

/**
 * Moves a visit. Where its promotion code is not for the new day, or is for it again, asks what happens to the code and moves
 * it with the answer; asks the office before it plans beyond the road. Without an answer, throws the refusal.
 */
export function moveVisit(
  input: CallInput<typeof route>,
  { byOffice = true, call = api }: { byOffice?: boolean; call?: Send } = {},
): Promise<Job> {
  const move = (part: object) =>
    withPromotion({ ...input, body: { ...input.body, ...part } }, byOffice, call)
  return byOffice ? beyondRoad(move) : move({})
}

async function withPromotion(input: CallInput<typeof route>, byOffice: boolean, call: Send) {
  try {
    return await call(route, input)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { reason, restores = false } = (error.details ?? {}) as Details
    if (reason !== 'promotion') throw error
    const promotion = await askAboutPromotion({
      words: translate(error.message),
      mayKeep: byOffice || restores,
      restores,
    })
    if (!promotion) throw error
    return call(route, { ...input, body: { ...input.body, promotion } })
  }
}

type Send = (to: typeof route, input: CallInput<typeof route>) => Promise<Job>

type Details = { reason?: string; restores?: boolean }

/** Null: the visit keeps its time. */
const askAboutPromotion = (question: Omit<PromotionDialogProps, 'answer'>) =>
  askApart<PromotionChoice | null>((answer) => <PromotionDialog {...question} answer={answer} />)
