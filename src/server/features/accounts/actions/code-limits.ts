import { and, eq, gt, like, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { countedWithin, countToday, secondsLeftToday } from '#server/database/daily-counts.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { TooMany } from '#server/http/errors.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'

/** Maximum number of codes requested. */
const most = {
  /** By strangers in one network, per e-mail. */
  hourlyPerNetworkAndEmail: 3,
  dailyPerNetworkAndEmail: 5,
  /** By strangers in one network for all e-mails, per hour: an office shares one IP address. */
  hourlyPerNetwork: 100,
  /** By all strangers for one e-mail, per day. */
  dailyPerEmail: 60,
  /** By a browser that has signed in with this e-mail: enough for its owner, too few to flood a mailbox. */
  hourlyPerKnownBrowser: 10,
  dailyPerKnownBrowser: 40,
}

/** Maximum wrong codes by strangers in one network, per day and per thirty days. */
const mostWrong = { daily: 50, monthly: 300 }
const wrongCode = 'wrong code'

/**
 * The origin of a request: a network, or a browser that once signed in with this e-mail. Known browsers have their own
 * allowance, so that strangers cannot use up the owner's.
 */
export type Asker = { network: string } | { knownBrowser: string }

/** As stored in `sign_in_codes.limit_key`. */
export const limitKeyOf = (asker: Asker) =>
  'network' in asker ? `network:${asker.network}` : `browser:${asker.knownBrowser}`

/** Serializes requests for the same e-mail or from the same origin until the current transaction ends. */
export async function lockAllowance(email: string, asker: Asker): Promise<void> {
  // Always the e-mail first: locks taken in one order cannot deadlock.
  for (const [kind, key] of [email, limitKeyOf(asker)].entries())
    await db().execute(sql`select pg_advisory_xact_lock(${7401 + kind}, hashtext(${key}))`)
}

/** Throws TooMany when this asker, or strangers in total, used up the codes for this e-mail. */
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
  await assertFewer(
    most.dailyPerEmail,
    { ...aDay, message: tooManyByOthers },
    forEmail,
    byStrangers,
  )
}

type Span = { ms: number; message: Phrase }
const anHour: Span = {
  ms: 3_600_000,
  message: phrase(
    'You asked for too many codes. Please use the latest one, or try again in an hour.',
  ),
}
const aDay: Span = {
  ms: 86_400_000,
  message: phrase('You asked for too many codes today. Please try again tomorrow, or contact us.'),
}
const tooManyByOthers = phrase(
  'Too many codes were requested for this address today. Please use a browser in which you have signed in before, try again tomorrow, or contact us.',
)

async function assertFewer(limit: number, { ms, message }: Span, ...of: ReturnType<typeof eq>[]) {
  const since = new Date(now().getTime() - ms)
  const sent = await db().$count(signInCodes, and(...of, gt(signInCodes.createdAt, since)))
  if (sent >= limit) throw new TooMany(message, { retryAfterSeconds: ms / 1000 })
}

/** Counts a wrong code typed by a stranger in this network. */
export async function countWrongCode(network: string): Promise<void> {
  await countToday(wrongCode, network, mostWrong.daily)
}

/** Throws TooMany when strangers in this network typed too many wrong codes, today or over thirty days. */
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
