import { and, eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { importRecords } from '#server/database/tables/imports.ts'

/** Expects a customer's new version in imports that added or completed them, so that those can still be undone. */
export async function followVersion(
  customerId: string,
  { before, after }: { before: number; after: number },
): Promise<void> {
  await db()
    .update(importRecords)
    .set({ fingerprint: String(after) })
    .where(
      and(
        eq(importRecords.recordId, customerId),
        inArray(importRecords.kind, ['customer', 'email', 'phone']),
        eq(importRecords.fingerprint, String(before)),
      ),
    )
}
