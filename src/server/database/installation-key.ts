import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { db } from './database.ts'
import { secrets } from './tables/credentials.ts'

/**
 * This installation's key of that name: 256 random bits, created on first use. Not cached, because a test or a restored
 * backup may remove the row.
 */
export async function installationKey(name: string): Promise<Buffer> {
  const stored = await storedKey(name)
  if (stored) return stored
  // Of several processes starting at once, one inserts and all read the same.
  await db()
    .insert(secrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing()
  const made = await storedKey(name)
  if (!made) throw new Error(`The key "${name}" could not be stored.`)
  return made
}

/** The same, undefined before its first use. */
export async function storedKey(name: string): Promise<Buffer | undefined> {
  const [row] = await db()
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, name))
  return row && Buffer.from(row.value)
}
