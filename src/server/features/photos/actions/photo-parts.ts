import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { photoParts } from '#server/database/tables/photo-parts.ts'
import { AppError, Conflict, TooMany } from '#server/http/errors.ts'
import { maxPhotoBytes } from '#shared/rules/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/** Enough for a day's photos taken without a signal. */
const mostBytesOfPerson = 250_000_000
const retentionMs = 48 * 3_600_000

const of = (person: Person, upload: string) =>
  and(eq(photoParts.personId, person.id), eq(photoParts.upload, upload))

const length = sql`octet_length(${photoParts.bytes})`

/**
 * Stores the part of a photo that begins at byte `from`, if it follows the parts before; returns the bytes stored so far.
 * Throws too_large, and TooMany while the person has too many uploads under way.
 */
export async function addPart(
  person: Person,
  upload: string,
  { from, bytes }: { from: number; bytes: Uint8Array },
): Promise<number> {
  if (from + bytes.byteLength > maxPhotoBytes) throw new AppError('too_large', tooLarge)
  const received = await receivedOf(person, upload)
  if (from !== received) return received
  const [all] = await db()
    .select({ bytes: sql<number>`coalesce(sum(${length}), 0)::float8` })
    .from(photoParts)
    .where(eq(photoParts.personId, person.id))
  if ((all?.bytes ?? 0) + bytes.byteLength > mostBytesOfPerson)
    throw new TooMany(phrase('You are sending many files already. Please wait a moment.'), {
      retryAfterSeconds: 60,
    })
  await db()
    .insert(photoParts)
    .values({
      personId: person.id,
      upload,
      start: from,
      bytes: Buffer.from(bytes),
      createdAt: now(),
    })
    // Two requests sent the same part at once.
    .onConflictDoNothing()
  return receivedOf(person, upload)
}

const tooLarge = phrase('This file is larger than {megabytes} MB.', {
  megabytes: Math.round(maxPhotoBytes / 1_000_000),
})

async function receivedOf(person: Person, upload: string): Promise<number> {
  const [found] = await db()
    .select({ received: sql<number>`coalesce(max(${photoParts.start} + ${length}), 0)::int` })
    .from(photoParts)
    .where(of(person, upload))
  return found?.received ?? 0
}

/** The whole file whose last part begins at byte `from`. Throws Conflict with the bytes stored if others are missing before it. */
export async function joinParts(
  person: Person,
  upload: string | undefined,
  { from, bytes }: { from: number; bytes: Uint8Array },
): Promise<Uint8Array> {
  if (from === 0) return bytes
  if (from + bytes.byteLength > maxPhotoBytes) throw new AppError('too_large', tooLarge)
  const received = upload === undefined ? 0 : await receivedOf(person, upload)
  if (upload === undefined || received !== from)
    throw new Conflict(phrase('A part of the photo is missing. It is sent again.'), {
      reason: 'parts',
      received,
    })
  const parts = await db()
    .select({ bytes: photoParts.bytes })
    .from(photoParts)
    .where(of(person, upload))
    .orderBy(asc(photoParts.start))
  return Buffer.concat([...parts.map((part) => part.bytes), bytes])
}

/** Deletes parts two days old; a repeat of the last call may need them until then. */
export const sweepParts = async (): Promise<void> => {
  await db()
    .delete(photoParts)
    .where(lt(photoParts.createdAt, new Date(now().getTime() - retentionMs)))
}
