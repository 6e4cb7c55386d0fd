import { eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { happened } from '#server/events/happened.ts'
import { recordChange } from '#server/features/catalog/actions/record-catalog-change.ts'
import { packageNames } from '#server/features/catalog/queries/packages.ts'
import { changeConflict } from '#server/features/catalog/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import type { PromotionChange, PromotionForm } from '#shared/contract/promotions.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { noPromotion, type PromotionRow, toPromotion } from '../queries.ts'
import { lockPromotion } from './lock-promotion.ts'

/** Adds a promotion code; returns its id. Throws Conflict at `code` for an existing one. */
export function addPromotion(person: Person, form: PromotionForm): Promise<string> {
  return namingCode(form.code, () =>
    transaction(async () => {
      const { code, reason } = form
      await assertPackages(form)
      const [row] = await db()
        .insert(promotions)
        .values({ ...columnsOf(form), code, reason })
        .returning()
      if (!row) throw noPromotion()
      const changes = changesBetween({ isActive: true }, await factsOf(row))
      await recordChange(row.id, { by: person.id, changes })
      await happened({
        event: 'promotion_changed',
        by: person.id,
        data: { promotionId: row.id, name: code, what: 'added', changes },
      })
      return row.id
    }),
  )
}

type Change = PromotionChange & { version: number | undefined }

/**
 * Changes the given fields, for bookings from now on. Throws NotFound, Conflict when the version has changed and at `code`
 * for one another promotion has, Invalid for a last day before the first.
 */
export async function changePromotion(person: Person, id: string, change: Change): Promise<void> {
  const { version, ...form } = change
  await namingCode(form.code ?? '', () =>
    transaction(async () => {
      const before = await lockPromotion(id)
      if (isStale(version, before)) throw await changeConflict(id, toPromotion(before))
      const columns = columnsOf(form)
      await assertPackages({ packageIds: addedTo(before.packageIds, form.packageIds) })
      const after = { ...before, ...columns }
      assertInOrder(after)
      assertCapOfPercent(after, form)
      const changes = changesBetween(await factsOf(before), await factsOf(after))
      if (changes.length === 0) return
      await db()
        .update(promotions)
        .set({ ...columns, version: sql`${promotions.version} + 1` })
        .where(eq(promotions.id, id))
      await recordChange(id, { by: person.id, changes })
      await happened({
        event: 'promotion_changed',
        by: person.id,
        data: { promotionId: id, name: after.code, what: 'changed', changes },
      })
    }),
  )
}

/** A percentage replaces an amount, and vice versa. */
function columnsOf({ id: _id, percent, cap, off, ...rest }: PromotionChange) {
  return {
    ...rest,
    ...(cap !== undefined && { capCents: centsOf(cap) }),
    ...(percent && { percent, offCents: null }),
    ...(off && { offCents: centsOf(off), percent: null, capCents: null }),
  }
}

const centsOf = (dollars: string | number | null) =>
  dollars === null ? null : (centsFromDecimal(dollars) ?? null)

/** Its fields as the history shows them. */
async function factsOf(row: PromotionRow) {
  const names = row.packageIds.length > 0 ? await packageNames() : undefined
  return {
    code: row.code,
    reason: row.reason,
    percent: row.percent,
    cap: row.capCents === null ? null : decimalFromCents(row.capCents),
    off: row.offCents === null ? null : decimalFromCents(row.offCents),
    visitsFrom: row.visitsFrom,
    visitsUntil: row.visitsUntil,
    maxUses: row.maxUses,
    maxUsesPerCustomer: row.maxUsesPerCustomer,
    firstVisitOnly: row.firstVisitOnly,
    packages: row.packageIds.map((id) => names?.get(id) ?? id),
    isActive: row.isActive,
  }
}

/** Earlier choices may be gone by now. */
const addedTo = (before: readonly string[], given: readonly string[] = []) =>
  given.filter((id) => !before.includes(id))

async function assertPackages({ packageIds = [] }: { packageIds?: readonly string[] | undefined }) {
  if (packageIds.length === 0) return
  const names = await packageNames()
  if (packageIds.every((id) => names.has(id))) return
  throw Invalid.at('packageIds', phrase('There is no such package.'))
}

/** Throws Invalid for a cap on a promotion whose stored discount is an amount. */
function assertCapOfPercent({ offCents }: PromotionRow, { cap }: PromotionChange): void {
  if (offCents === null || !cap) return
  throw Invalid.at(
    'cap',
    phrase('Only a percentage has a limit in dollars. Please leave this blank.'),
  )
}

function assertInOrder({ visitsFrom, visitsUntil }: PromotionRow): void {
  if (!visitsFrom || !visitsUntil || visitsFrom <= visitsUntil) return
  throw Invalid.at('visitsUntil', phrase('Please enter a day that is not before the first'))
}

async function namingCode<T>(code: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw isUniqueViolation(error, 'promotions_code_unique') ? codeTaken(code) : error
  }
}

const codeTaken = (code: string) =>
  Conflict.at('code', phrase('Another promotion has the code {code}.', { code }))
