import { insideTransaction } from './database.ts'
import { inLanguage } from '#server/base/language.ts'
import { log } from '#server/base/log.ts'

/** What waits for its moment, and what has begun. */
const waiting = new Set<() => void>()
const running = new Set<Promise<void>>()

/**
 * A function that has `run` done once for all calls within `ms`, after them. For work that may be late or lost
 * when the process is killed, because something else makes up for it; a failure is logged as `what`.
 */
export function coalesceCalls(what: string, ms: number, run: () => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    clearTimeout(timer)
    timer = undefined
    waiting.delete(begin)
    const work = inLanguage(null, run)
      .catch((err: unknown) => log.warn({ err }, what))
      .then(() => void running.delete(work))
    running.add(work)
  }
  return () => {
    waiting.add(begin)
    timer ??= setTimeout(begin, ms).unref()
  }
}

/** Does now what waits for its moment, and waits for it: before the database closes. */
export async function finishCoalescedCalls(): Promise<void> {
  for (const begin of waiting) begin()
  await Promise.all(running)
}

/**
 * Answers what is asked at the same moment with one call of `answerAll`, which must keep the order; everybody gets
 * its error when it fails. What is done for all is in nobody's language. Inside a transaction a question is asked alone, for the others are not part of it.
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
      return inLanguage(null, () => answerAll(questions))
    })
    return { questions, answers }
  }
}
