import { insideTransaction, readingFromPrimary } from './database.ts'
import { inLanguage } from '#server/base/language.ts'

/**
 * Answers what is asked at the same moment with one call of `answerAll`, which must keep the order; everybody gets
 * its error when it fails. What is done for all is in nobody's language and read from the server itself. Inside a transaction a question is asked alone, for the others are not part of it.
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
