import { and, eq, gt, like, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { countedWithin, countToday, secondsLeftToday } from '#server/database/daily-counts.ts'
import { signInCodes } from '#server/database/tables/sign-in-codes.ts'
import { TooMany } from '#server/http/errors.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'

/** How many codes may be asked for. */
const most = {
  /** By strangers in one network for one e-mail. */
  hourlyPerNetworkAndEmail: 3,
  dailyPerNetworkAndEmail: 5,
  /** By strangers in one network for all e-mails together, in an hour: an office shares one address. */
  hourlyPerNetwork: 100,
  /** By all strangers together for one e-mail, in a day. */
  dailyPerEmail: 60,
  /** By a browser that has signed in with this e-mail before: enough for its owner, too few to flood a mailbox. */
  hourlyPerKnownBrowser: 10,
  dailyPerKnownBrowser: 40,
}

/** How many wrong codes strangers in one network may type, in a day and in thirty days. */
const mostWrong = { daily: 50, monthly: 300 }
const wrongCode = 'wrong code'

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
    await assertFewer(most.hourlyPerKnownBrowser, anHour, byAsker)
    return assertFewer(most.dailyPerKnownBrowser, aDay, byAsker)
  }
  await assertFewWrongCodes(asker.network)
  await assertFewer(most.hourlyPerNetworkAndEmail, anHour, byAsker, forEmail)
  await assertFewer(most.dailyPerNetworkAndEmail, aDay, byAsker, forEmail)
  await assertFewer(most.hourlyPerNetwork, anHour, byAsker)
  const byStrangers = like(signInCodes.limitKey, 'network:%')
  await assertFewer(most.dailyPerEmail, { ...aDay, said: askedByOthers }, forEmail, byStrangers)
}

type Span = { ms: number; said: Phrase }
const anHour: Span = {
  ms: 3_600_000,
  said: phrase('You asked for too many codes. Please use the latest one, or try again in an hour.'),
}
const aDay: Span = {
  ms: 86_400_000,
  said: phrase('You asked for too many codes today. Please try again tomorrow, or contact us.'),
}
const askedByOthers = phrase(
  'Too many codes were asked for this address today. Please use a browser in which you have signed in before, try again tomorrow, or contact us.',
)

async function assertFewer(limit: number, { ms, said }: Span, ...of: ReturnType<typeof eq>[]) {
  const since = new Date(now().getTime() - ms)
  const asked = await db().$count(signInCodes, and(...of, gt(signInCodes.createdAt, since)))
  if (asked >= limit) throw new TooMany(said, { retryAfterSeconds: ms / 1000 })
}

/** Counts a wrong code that a stranger in this network has typed. */
export async function countWrongCode(network: string): Promise<void> {
  await countToday(wrongCode, network, mostWrong.daily)
}

/** Throws TooMany when strangers in this network have typed too many wrong codes, today or over time. */
export async function assertFewWrongCodes(network: string): Promise<void> {
  const today = await countedWithin(wrongCode, network, 1)
  const overTime = await countedWithin(wrongCode, network, 30)
  if (today < mostWrong.daily && overTime < mostWrong.monthly) return
  throw new TooMany(
    phrase(
      'Too many wrong codes came from your network. Please use a browser in which you have signed in before, try again tomorrow, or contact us.',
    ),
    { retryAfterSeconds: secondsLeftToday() },
  )
}
