import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
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

type Asked = {
  search?: string | undefined
  sort?: string | undefined
  state?: (typeof promotionSwitches)[number] | undefined
}

/** A page of promotion codes as the office asks for them. */
export async function findPromotions(
  wanted: Asked & { cursor?: string | undefined; limit: number },
) {
  const order = orderPromotions(wanted)
  const [rows, total] = await Promise.all([
    db()
      .select({ row: promotions, sortKey: order.sortKey })
      .from(promotions)
      .where(and(matching(wanted), order.after))
      .orderBy(order.orderBy)
      .limit(wanted.limit + 1),
    db().$count(promotions, matching(wanted)),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { promotions: page.rows.map(({ row }) => toPromotion(row)), total, next: page.next }
}

/** All of them at once: a business has hundreds, not millions. */
export async function everyPromotion(wanted: Asked): Promise<Promotion[]> {
  const rows = await db()
    .select()
    .from(promotions)
    .where(matching(wanted))
    .orderBy(orderPromotions(wanted).orderBy)
  return rows.map(toPromotion)
}

const matching = ({ search, state }: Asked): SQL | undefined =>
  and(
    state && eq(promotions.isActive, state === 'active'),
    ...searchPatterns(search).map((pattern) =>
      or(ilike(promotions.code, pattern), ilike(promotions.reason, pattern)),
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

export const noPromotion = () => new NotFound(phrase('This promotion code is not there any more.'))
