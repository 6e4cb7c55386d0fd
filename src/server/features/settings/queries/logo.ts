import { and, eq } from 'drizzle-orm'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { logoPictures, logos } from '#server/database/tables/settings.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'
import { phrase } from '#shared/texts/t.ts'

/** One that was made, used or not. */
export async function findLogo(id: string): Promise<Logo | undefined> {
  const { width, height, ground } = logos
  const [found] = await db()
    .select({ id: logos.id, width, height, ground })
    .from(logos)
    .where(eq(logos.id, id))
  return found
}

// What is under an id never changes, and every page of a visitor wants the same few.
const read = new Map<string, Buffer>()
const mostRead = 16

/** A PNG of a logo. Throws NotFound. */
export async function logoPicture(id: string, size: LogoSize): Promise<Buffer> {
  const name = `${id}/${size}`
  const known = read.get(name)
  if (known) return known
  const [found] = await db()
    .select({ bytes: logoPictures.bytes })
    .from(logoPictures)
    .where(and(eq(logoPictures.logoId, id), eq(logoPictures.size, size)))
  if (!found) throw new NotFound(phrase('Picture not found.'))
  const bytes = Buffer.from(found.bytes)
  const [oldest] = read.keys()
  if (read.size >= mostRead && oldest) read.delete(oldest)
  read.set(name, bytes)
  return bytes
}

/** The logo of the business for a document, on a ground of its own; null when it has none. */
export async function logoOnPaper(): Promise<{ logo: Logo; bytes: Buffer } | null> {
  const { logo } = currentSettings()
  return logo && { logo, bytes: await logoPicture(logo.id, 'paper') }
}
