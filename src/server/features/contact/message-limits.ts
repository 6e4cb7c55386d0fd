import { and, count, eq, gt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { TooMany } from '#server/http/errors.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase } from '#shared/texts/t.ts'

const daySeconds = 86_400

/** Maximum messages to the office per day. */
const most = {
  fromNetwork: 20,
  /** With one e-mail from one network: strangers elsewhere cannot use up an address's allowance. */
  fromNetworkAndEmail: 10,
  /** With one e-mail from all networks: only against a flood. */
  fromEmail: 200,
}

/** Checks a sender's messages of the last 24 hours, in the current transaction. Throws TooMany. */
export async function assertFewMessages(sender: { network: string; email: string }): Promise<void> {
  // Senders from one network wait for each other, so that the count is exact.
  await db().execute(sql`select pg_advisory_xact_lock(7403, hashtext(${sender.network}))`)
  const network = eq(contactMessages.network, sender.network)
  const email = eq(contactMessages.email, sender.email)
  if (
    (await sentSince(network)) < most.fromNetwork &&
    (await sentSince(network, email)) < most.fromNetworkAndEmail &&
    (await sentSince(email)) < most.fromEmail
  )
    return
  const reach = currentSettings()
  const another = reach.supportPhone || reach.supportEmail
  throw new TooMany(
    another
      ? phrase('You have sent many messages today. If it cannot wait, {askUs}', {
          askUs: askUs('phone', reach),
        })
      : phrase(
          'You have sent many messages today. We read all of them; please write again tomorrow.',
        ),
    { retryAfterSeconds: daySeconds },
  )
}

async function sentSince(...by: ReturnType<typeof eq>[]): Promise<number> {
  const since = new Date(now().getTime() - daySeconds * 1000)
  const [found] = await db()
    .select({ count: count() })
    .from(contactMessages)
    .where(and(...by, gt(contactMessages.createdAt, since)))
  return found?.count ?? 0
}
