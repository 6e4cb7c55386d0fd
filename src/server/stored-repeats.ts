import { eq } from 'drizzle-orm'
import { Conflict } from '#server/http/errors.ts'
import { bodyHash, keyHash, type Repeats } from '#server/http/repeats.ts'
import { db, queryRow, queryRows, transaction } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/tables/messages.ts'
import { t } from '#shared/texts/t.ts'

/** Remembers first answers in the database, so that a repeat to any process gets the same one. */
export const storedRepeats: Repeats = async (mode, scope, body, act) => {
  const key = { keyHash: keyHash(scope), bodyHash: bodyHash(body) }
  if (mode === 'in transaction') return transaction(() => actOnce(key, act))
  const before = await firstAnswer(key)
  if (before) return before.response
  const answer = await act()
  await queryRows(rememberAnswer, [key.keyHash, key.bodyHash, JSON.stringify(answer)])
  return answer
}

type Key = { keyHash: string; bodyHash: string }

// A second request with the same key waits at the insert until the first has committed or failed.
async function actOnce(key: Key, act: () => Promise<unknown>): Promise<unknown> {
  const claimed = await queryRow(rememberAnswer, [key.keyHash, key.bodyHash, null])
  if (!claimed) return (await firstAnswer(key))?.response
  const answer = await act()
  await queryRows(completeAnswer, [key.keyHash, key.bodyHash, JSON.stringify(answer)])
  return answer
}

const rememberAnswer = {
  name: 'remember-answer',
  text: `insert into idempotency_keys (key_hash, body_hash, response) values ($1, $2, $3::jsonb)
    on conflict do nothing returning key_hash`,
}

const completeAnswer = {
  name: 'complete-answer',
  text: 'update idempotency_keys set response = $3::jsonb where key_hash = $1 and body_hash = $2',
}

async function firstAnswer(key: Key) {
  const [row] = await db()
    .select({ bodyHash: idempotencyKeys.bodyHash, response: idempotencyKeys.response })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.keyHash, key.keyHash))
  if (row && row.bodyHash !== key.bodyHash)
    throw new Conflict(t('This Idempotency-Key was already used for something else.'))
  return row
}
