import { and, eq, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { NotFound } from '#server/http/errors.ts'
import { cutPage, listOrder, textKey } from '#server/http/list-order.ts'
import { searchPatterns } from '#server/http/paging.ts'
import type { Promotion, promotionSorts, promotionSwitches } from '#shared/contract/promotions.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { promotionState } from '#shared/rules/promotions.ts'
import { phrase } from '#shared/texts/t.ts'

export type AskedPromotions = {
  search?: string | undefined
  sort?: string | undefined
  state?: (typeof promotionSwitches)[number] | undefined
}

type Wanted = AskedPromotions & { cursor?: string | undefined; limit: number }

/** A page of promotion codes for the office, with their total number. */
export async function findPromotions(wanted: Wanted) {
  const [page, total] = await Promise.all([
    pageOfPromotions(wanted),
    db().$count(promotions, matching(wanted)),
  ])
  return { ...page, total }
}

/** The page without the total. */
export async function pageOfPromotions(wanted: Wanted) {
  const order = orderPromotions(wanted)
  const rows = await db()
    .select({ row: promotions, sortKey: order.sortKey })
    .from(promotions)
    .where(and(matching(wanted), order.after))
    .orderBy(order.orderBy)
    .limit(wanted.limit + 1)
  const page = cutPage(rows, wanted.limit, order)
  return { promotions: page.rows.map(({ row }) => toPromotion(row)), next: page.next }
}

const matching = ({ search, state }: AskedPromotions): SQL | undefined =>
  and(
    state && eq(promotions.isActive, state === 'active'),
    ...searchPatterns(search).map(
      (pattern) =>
        sql`fold_text(${promotions.code} || ' ' || ${promotions.reason}) like ${pattern}`,
    ),
  )

type Field = (typeof promotionSorts)[number]

const orderPromotions = (asked: { sort?: string | undefined; cursor?: string | undefined }) =>
  listOrder<Field>(asked, {
    fields: {
      code: textKey(sql`${promotions.code}`),
      uses: { by: sql`${promotions.uses}`, type: 'bigint' },
      given: { by: sql`${promotions.givenCents}`, type: 'bigint' },
    },
    usual: [
      { by: sql`(not ${promotions.isActive})`, type: 'boolean' },
      textKey(sql`${promotions.code}`),
    ],
    id: sql`${promotions.id}`,
  })

export type PromotionRow = typeof promotions.$inferSelect

export function toPromotion(row: PromotionRow): Promotion {
  const { capCents, offCents, givenCents, createdAt: _at, ...rest } = row
  return {
    ...rest,
    cap: capCents === null ? null : decimalFromCents(capCents),
    off: offCents === null ? null : decimalFromCents(offCents),
    given: decimalFromCents(givenCents),
    state: promotionState(row, businessToday()),
  }
}

/** One promotion code, or NotFound. */
export async function promotionById(id: string): Promise<Promotion> {
  const [row] = await db().select().from(promotions).where(eq(promotions.id, id))
  if (!row) throw noPromotion()
  return toPromotion(row)
}

export const noPromotion = () => new NotFound(phrase('This promotion code no longer exists.'))
