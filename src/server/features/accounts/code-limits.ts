import { and, count, eq, gt, like, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { signInCodes } from '#server/database/tables/sign-in-codes.ts'
import { TooMany } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How many codes may be asked for. */
const most = {
  /** By strangers in one network for one e-mail, in an hour. */
  perNetworkAndEmail: 5,
  /** By strangers in one network for all e-mails together, in an hour: an office shares one address. */
  perNetwork: 100,
  /** By all strangers together for one e-mail, in a day. */
  perEmail: 30,
  /** By a browser that has signed in with this e-mail before, in an hour. */
  perKnownBrowser: 10,
  perKnownBrowserDaily: 40,
}

/**
 * Who asks: a network, or a browser that once signed in with this e-mail. Known browsers have their own allowance,
 * so that no stranger can use up that of the e-mail's owner.
 */
export type Asker = { network: string } | { knownBrowser: string }

/** As `sign_in_codes.limit_key` keeps it. */
export const limitKeyOf = (asker: Asker) =>
  'network' in asker ? `network:${asker.network}` : `browser:${asker.knownBrowser}`

/** Makes askers of the same kind wait for each other until the current transaction ends. */
export async function lockAllowance(email: string, asker: Asker): Promise<void> {
  // Always e-mail first: two locks taken in one order cannot block each other for ever.
  for (const [kind, key] of [email, limitKeyOf(asker)].entries())
    await db().execute(sql`select pg_advisory_xact_lock(${7401 + kind}, hashtext(${key}))`)
}

/** Throws TooMany when this asker, or strangers in general, have asked often enough for this e-mail. */
export async function assertAllowed(email: string, asker: Asker): Promise<void> {
  const byAsker = eq(signInCodes.limitKey, limitKeyOf(asker))
  const forEmail = eq(signInCodes.email, email)
  if ('knownBrowser' in asker) {
    await assertFewer(most.perKnownBrowser, hourMs, byAsker)
    return assertFewer(most.perKnownBrowserDaily, dayMs, byAsker)
  }
  await assertFewer(most.perNetworkAndEmail, hourMs, byAsker, forEmail)
  await assertFewer(most.perNetwork, hourMs, byAsker)
  await assertFewer(most.perEmail, dayMs, forEmail, like(signInCodes.limitKey, 'network:%'))
}

async function assertFewer(limit: number, withinMs: number, ...of: ReturnType<typeof eq>[]) {
  const since = new Date(now().getTime() - withinMs)
  const [found] = await db()
    .select({ count: count() })
    .from(signInCodes)
    .where(and(...of, gt(signInCodes.createdAt, since)))
  if ((found?.count ?? 0) < limit) return
  const message =
    withinMs === hourMs
      ? phrase('You asked for too many codes. Please use the latest one, or try again in an hour.')
      : phrase('You asked for too many codes today. Please try again tomorrow, or contact us.')
  throw new TooMany(message, { retryAfterSeconds: withinMs / 1000 })
}
