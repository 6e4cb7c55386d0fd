import { and, ne, or, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { imports } from '#server/database/tables/imports.ts'

type Customer = { firstName: string; lastName: string; email: string | null; phone: string }

/** Deletes the rows to mend of every import in which the customer may be. */
export async function eraseRowsToMend({ firstName, lastName, email, phone }: Customer) {
  const has = (text: string) => sql`position(lower(${text}) in lower(${imports.mend})) > 0`
  const name = [firstName, lastName].filter(Boolean)
  const digits = phone.replace(/\D/g, '').slice(-10)
  await db()
    .update(imports)
    .set({ mend: '' })
    .where(
      and(
        ne(imports.mend, ''),
        or(
          name.length > 0 ? and(...name.map(has)) : undefined,
          email ? has(email) : undefined,
          digits
            ? sql`position(${digits} in regexp_replace(${imports.mend}, '[^0-9]', '', 'g')) > 0`
            : undefined,
        ),
      ),
    )
}
