import { and, lt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { logoPictures, logos } from '#server/database/tables/settings.ts'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'
import { makeLogo } from '../make-logo.ts'

const dayMs = 86_400_000

/** Stores a logo for preview; storing the same picture again is harmless. Throws what `makeLogo` throws, storing nothing. */
export async function storeLogo(bytes: Uint8Array): Promise<Logo> {
  const { logo, pictures } = await makeLogo(bytes)
  await transaction(async () => {
    await removeUnused()
    const at = now()
    const { id: logoId } = logo
    await db()
      .insert(logos)
      .values({ ...logo, createdAt: at })
      .onConflictDoUpdate({ target: logos.id, set: { createdAt: at } })
    const rows = Object.entries(pictures).map(([size, picture]) => ({
      logoId,
      size: size as LogoSize,
      bytes: picture,
    }))
    await db().insert(logoPictures).values(rows).onConflictDoNothing()
  })
  return logo
}

/** Deletes logos older than a day that were never chosen. Chosen ones stay, because undoing a change may restore them. */
async function removeUnused(): Promise<void> {
  await db()
    .delete(logos)
    .where(
      and(
        lt(logos.createdAt, new Date(now().getTime() - dayMs)),
        sql`not exists (select 1 from settings where changed -> 'logo' ->> 'id' = ${logos.id}::text)`,
        sql`not exists (select 1 from setting_changes c
          where ${logos.id}::text in (c.before -> 'logo' ->> 'id', c.after -> 'logo' ->> 'id'))`,
      ),
    )
}
