import { and, eq } from 'drizzle-orm'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { logoPictures, logos } from '#server/database/tables/settings.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'
import { phrase } from '#shared/texts/t.ts'

/** A stored logo, chosen or not; undefined if unknown. */
export async function findLogo(id: string): Promise<Logo | undefined> {
  const { width, height, ground } = logos
  const [found] = await db()
    .select({ id: logos.id, width, height, ground })
    .from(logos)
    .where(eq(logos.id, id))
  return found
}

// The pictures of an id never change, and every page of a visitor needs the same few.
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

/** The business's logo for documents, with its background; null without a logo. */
export async function logoOnPaper(): Promise<{ logo: Logo; bytes: Buffer } | null> {
  const { logo } = currentSettings()
  return logo && { logo, bytes: await logoPicture(logo.id, 'paper') }
}
