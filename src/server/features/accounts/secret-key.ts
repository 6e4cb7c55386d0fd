import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { secrets } from '#server/database/tables/sessions.ts'

const name = 'accounts'

// Not kept in the process: the row may go away under a test or a restored backup, and this is no hot path.
async function accountsKey(): Promise<Buffer> {
  const stored = await storedKey()
  if (stored) return stored
  // Of several processes that start at once, one inserts and all read the same.
  await db()
    .insert(secrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing()
  const made = await storedKey()
  if (!made) throw new Error('The key for sign-in codes could not be stored.')
  return made
}

async function storedKey(): Promise<Buffer | undefined> {
  const [row] = await db()
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, name))
  return row && Buffer.from(row.value)
}

/** HMAC-SHA-256 of the parts under this installation's key, hex. `purpose` keeps uses apart. */
export async function sealOf(purpose: string, ...parts: string[]): Promise<string> {
  const text = JSON.stringify([purpose, ...parts])
  return createHmac('sha256', await accountsKey())
    .update(text)
    .digest('hex')
}

/** Compares two seals without telling by time how much of them agrees. */
export function sameSeal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
