import { and, eq, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRow } from '#server/database/database.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { mailboxSql } from '#server/database/tables/users.ts'
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

const orderPromotions = (requested: { sort?: string | undefined; cursor?: string | undefined }) =>
  listOrder<Field>(requested, {
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

/** A customer's uses of a promotion, and their other visits. */
export type Known = { uses: number; otherVisits: number }

// One person may book by several accounts: those with the same mailbox or phone number count together.
const people = `me as (
    select id, phone, ${mailboxSql('email')} as mailbox from users where id = $1::uuid
  ), people as (
    select id from me
    union select u.id from users u join me on u.phone = me.phone and me.phone <> '' where u.role = 'customer'
    union select u.id from users u join me on ${mailboxSql('u.email')} = me.mailbox
      where u.role = 'customer' and u.anonymized_at is null
  )`
const knownStatement = {
  name: 'known-of-promotion',
  text: `with ${people} select
    (select count(*)::int from jobs j join promotion_uses p on p.job_id = j.id
      where j.customer_id in (select id from people) and p.promotion_id = $2::uuid) as uses,
    (select count(*)::int from jobs j where j.customer_id in (select id from people)
      and j.status <> 'cancelled' and j.id <> all($3::uuid[])) as other_visits`,
}

const movedStatement = {
  name: 'known-of-moved-promotion',
  text: `with ${people} select
    (select count(*)::int from jobs j join promotion_uses p on p.job_id = j.id
      where j.customer_id in (select id from people) and p.promotion_id = $2::uuid
        and j.id <> $3::uuid) as uses,
    (select count(*)::int from jobs j join jobs moved on moved.id = $3::uuid
      where j.customer_id in (select id from people) and j.status <> 'cancelled'
        and j.id <> moved.id and j.starts_at < moved.starts_at) as other_visits`,
}

/** How often a customer used a promotion, and how many other visits they have; `booked` are those of this booking so far. */
export const knownOf = (promotionId: string, customerId: string, booked: readonly string[]) =>
  queryRow<Known>(knownStatement, [customerId, promotionId, booked])

/** The same for a visit that moved: other uses of the code, and other visits before this one's new time. */
export const knownOfMoved = (promotionId: string, customerId: string, jobId: string) =>
  queryRow<Known>(movedStatement, [customerId, promotionId, jobId])
