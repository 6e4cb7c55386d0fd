import { insideTransaction, readingFromPrimary } from './database.ts'
import { inLanguage } from '#server/base/language.ts'

/**
 * Combines simultaneous lookups into one call of `answerAll`, which must keep their order; its error goes to every caller. A
 * combined call runs without a language and on the primary. Lookups inside a transaction run alone, since others are not
 * part of it.
 */
export function batchLoader<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let open: { questions: Question[]; answers: Promise<readonly Answer[]> } | undefined
  return async (question) => {
    if (insideTransaction()) return (await answerAll([question]))[0] as Answer
    const round = (open ??= startRound())
    const place = round.questions.push(question) - 1
    return (await round.answers)[place] as Answer
  }

  function startRound() {
    const questions: Question[] = []
    const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      open = undefined
      return readingFromPrimary(() => inLanguage(null, () => answerAll(questions)))
    })
    return { questions, answers }
  }
}
