import { eq } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { countedWithin, countToday, secondsLeftToday } from '#server/database/daily-counts.ts'
import { db } from '#server/database/database.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { Conflict, TooMany } from '#server/http/errors.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import {
  type PromotionRefusal,
  promotionRefusals,
  refusePromotion,
} from '#shared/rules/promotions.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { knownOf, type PromotionRow } from '../queries.ts'

/** Unknown codes allowed from one network per day. */
const mostGuesses = 30
const guess = 'promotion guess'

/** The promotion with a typed code. Throws Conflict for an unknown one, TooMany for a network with too many guesses. */
export async function promotionOf(code: string, network: string): Promise<PromotionRow> {
  if ((await countedWithin(guess, network, 1)) >= mostGuesses) throw tooManyGuesses()
  const [row] = await db().select().from(promotions).where(eq(promotions.code, code))
  if (row) return row
  await countToday(guess, network, mostGuesses)
  throw refused('unknown')
}

/** The promotion, locked so that no other transaction takes a use of it. */
export async function promotionInUse(code: string): Promise<PromotionRow> {
  const [row] = await db().select().from(promotions).where(eq(promotions.code, code)).for('update')
  if (!row) throw refused('unknown')
  return row
}

export type PromotedVisit = { date: string; packageId: string }
/** `booked`: the visits of this booking created so far. */
type Whom = { customerId: string | undefined; booked?: readonly string[] }

/** Which of the visits a promotion is for, in the order asked. Throws Conflict when it is for none. */
export async function visitsOfPromotion(
  promotion: PromotionRow,
  visits: readonly PromotedVisit[],
  { customerId, booked = [] }: Whom,
): Promise<boolean[]> {
  const known = customerId && (await knownOf(promotion.id, customerId, booked))
  const refusals = refusePromotion(
    promotion,
    visits,
    known || { uses: 0, otherVisits: 0 },
    businessToday(),
  )
  const [first] = refusals
  if (first && !refusals.includes(null)) throw refused(first)
  return refusals.map((refusal) => refusal === null)
}

/** Throws Conflict when a visit's price with a code differs from the one shown; cents, `seen` in dollars. */
export function assertSeenWith(
  { code }: PromotionRow,
  cents: number,
  seen: string | number | undefined,
): void {
  if (seen === undefined || centsFromDecimal(seen) === cents) return
  const message = phrase(
    'With the code {code} the visit costs {now} now. Please look at it again.',
    {
      code,
      now: formatCents(cents),
    },
  )
  throw new Conflict(message, { reason: 'promotion', price: decimalFromCents(cents) })
}

const refused = (why: PromotionRefusal) =>
  Conflict.at('promotionCode', phraseOf(promotionRefusals[why]), { reason: 'promotion' })

const tooManyGuesses = () =>
  new TooMany(
    phrase('That was too many codes for today. Please book without one, or ask us for it.'),
    { retryAfterSeconds: secondsLeftToday() },
  )
