import { eq } from 'drizzle-orm'
import { Conflict } from '#server/http/errors.ts'
import { type ActionKey, bodyHash, keyHash, type Repeats } from '#server/http/idempotency.ts'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'
import { phrase } from '#shared/texts/t.ts'

/** Stores first answers in the database, so repeats to any process get the same one. */
export const storedAnswers: Repeats = async (mode, scope, body, act, onOtherBody) => {
  const key = { keyHash: keyHash(scope), bodyHash: bodyHash(body), onOtherBody }
  if (mode === 'in transaction') return actOnce(key, act)
  const before = await firstAnswer(key)
  if (before) return before.response
  const answer = await act()
  await remember(key, answer)
  return answer
}

type Key = ActionKey & { onOtherBody?: (() => Promise<void>) | undefined }

function actOnce(key: Key, act: () => Promise<unknown>): Promise<unknown> {
  return answerOnce(
    key,
    () => rememberedWith(key, act),
    (response) => response,
  )
}

/**
 * The answer of `act`, which stores the key in the transaction or statement of its work; for a repeat, `read` restores it
 * from the stored one. Repeats are rare, so each request acts as if it were the first. The key is written last: a repeat
 * waits there until the first has committed, and then all its work is undone.
 */
export async function answerOnce<Answer>(
  key: Key,
  act: () => Promise<Answer>,
  read: (response: unknown) => Answer,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    const before = await firstAnswer(key)
    if (!before) throw error
    return read(before.response)
  }
}

/** Acts and stores the answer in one transaction. */
export const rememberedWith = <Answer>(key: ActionKey, act: () => Promise<Answer>) =>
  transaction(async () => {
    const answer = await act()
    if (!(await remember(key, answer))) throw new Error('There is a first answer already')
    return answer
  })

/** False if a first answer exists, which stays. */
async function remember(key: ActionKey, answer: unknown): Promise<boolean> {
  const values = [key.keyHash, key.bodyHash, JSON.stringify(answer)]
  return (await queryRow(rememberAnswer, values)) !== undefined
}

const rememberAnswer = {
  name: 'remember-answer',
  text: `insert into idempotency_keys (key_hash, body_hash, response) values ($1, $2, $3::jsonb)
    on conflict do nothing returning key_hash`,
}

async function firstAnswer(key: Key) {
  const [row] = await db()
    .select({ bodyHash: idempotencyKeys.bodyHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.keyHash, key.keyHash))
  if (row && row.bodyHash !== key.bodyHash) {
    await key.onOtherBody?.()
    throw new Conflict(phrase('This Idempotency-Key was already used for something else.'))
  }
  return row
}
