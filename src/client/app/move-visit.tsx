import type { Job } from '#shared/contract/jobs.ts'
import { translate } from '#shared/texts/t.ts'
import { askApart } from './ask-apart.tsx'
import { wantsItAnyway } from './beyond-road.tsx'
import { api, CallError, type CallInput } from './call.ts'
import {
  type PromotionChoice,
  PromotionDialog,
  type PromotionDialogProps,
} from './ask-about-promotion.tsx'

const route = 'POST /api/jobs/{id}/reschedule'

/**
 * Moves a visit. Asks what to do with a promotion code that the move ends or restores, and asks the office before planning
 * beyond the road. Each question is asked once; without an answer, throws the refusal.
 */
export async function moveVisit(
  input: CallInput<typeof route>,
  { byOffice = true, call = api }: { byOffice?: boolean; call?: Send } = {},
): Promise<Job> {
  let answers: Answers = {}
  for (;;) {
    try {
      return await call(route, { ...input, body: { ...input.body, ...answers } })
    } catch (error) {
      const answer = await askAbout(error, byOffice, answers)
      if (!answer) throw error
      answers = { ...answers, ...answer }
    }
  }
}

type Answers = { promotion?: PromotionChoice; beyondRoad?: true }

/** Asks for the answer the refusal needs; null if there is nothing to ask or the question is dismissed. */
async function askAbout(
  error: unknown,
  byOffice: boolean,
  known: Answers,
): Promise<Answers | null> {
  if (!(error instanceof CallError)) return null
  const { reason, restores = false } = (error.details ?? {}) as Details
  if (reason === 'promotion' && !known.promotion) {
    const promotion = await askAboutPromotion({
      words: translate(error.message),
      mayKeep: byOffice || restores,
      restores,
    })
    return promotion && { promotion }
  }
  const mayInsist = byOffice && !known.beyondRoad
  return mayInsist && (await wantsItAnyway(error)) ? { beyondRoad: true } : null
}

type Send = (to: typeof route, input: CallInput<typeof route>) => Promise<Job>

type Details = { reason?: string; restores?: boolean }

/** Null: the visit keeps its time. */
const askAboutPromotion = (question: Omit<PromotionDialogProps, 'answer'>) =>
  askApart<PromotionChoice | null>((answer) => <PromotionDialog {...question} answer={answer} />)
