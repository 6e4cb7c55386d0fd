import { and, eq } from 'drizzle-orm'
import { Conflict } from '#server/http/errors.ts'
import { bodyHash, keyHash, type Repeats } from '#server/http/repeats.ts'
import { db, transaction } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/tables/messages.ts'
import { t } from '#shared/texts/t.ts'

/** Remembers first answers in the database, so that a repeat to any process gets the same one. */
export const storedRepeats: Repeats = async (mode, scope, body, act) => {
  const key = { keyHash: keyHash(scope), bodyHash: bodyHash(body) }
  if (mode === 'in transaction') return transaction(() => actOnce(key, act))
  const before = await firstAnswer(key)
  if (before) return before.response
  const answer = await act()
  await db()
    .insert(idempotencyKeys)
    .values({ ...key, response: answer })
    .onConflictDoNothing()
  return answer
}

type Key = { keyHash: string; bodyHash: string }

// A second request with the same key waits at the insert until the first has committed or failed.
async function actOnce(key: Key, act: () => Promise<unknown>): Promise<unknown> {
  const claimed = await db()
    .insert(idempotencyKeys)
    .values(key)
    .onConflictDoNothing()
    .returning({ keyHash: idempotencyKeys.keyHash })
  if (claimed.length === 0) return (await firstAnswer(key))?.response
  const answer = await act()
  await db()
    .update(idempotencyKeys)
    .set({ response: answer })
    .where(
      and(eq(idempotencyKeys.keyHash, key.keyHash), eq(idempotencyKeys.bodyHash, key.bodyHash)),
    )
  return answer
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
