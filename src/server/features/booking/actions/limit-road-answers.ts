import { currentSettings } from '#server/base/current-settings.ts'
import { businessToday, startOfBusinessDay } from '#server/base/business-time.ts'
import { batchLoader } from '#server/database/batch-loader.ts'
import { queryRow } from '#server/database/database.ts'
import { countedToday, countToday } from '#server/database/daily-counts.ts'
import { roadDecides } from '#server/features/jobs/queries/road-days.ts'
import { networkOf } from '#server/http/client-network.ts'
import { AppError, Conflict } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase } from '#shared/texts/t.ts'

/** Refusals by the road allowed per day. Several customers may share a network. */
const mostPer = { account: 10, network: 60 }
/** The network's limit for customers with a car. Customers with a visit before today have only their own. */
const mostWithCar = 2 * mostPer.network
const answer = 'answer of the road'

// Read before every booking, so simultaneous bookings share one read.
const answersToday = batchLoader((who: string[]) => countedToday(answer, who))

type Asker = {
  person: Person | null
  ip: string
  /** Whether a success counts too, where it can be repeated at will. */
  always?: boolean
}

/**
 * Runs a claim outside of any transaction. Claims use the exact places of visits, so except for the office, an account or
 * network gets only a limited number of refusals by the road per day. Past it, throws Conflict with `details.reason`
 * `road_today`.
 */
export async function limitRoadAnswers<T>(
  { person, ip, always = false }: Asker,
  claim: () => Promise<T>,
): Promise<T> {
  if (person?.role === 'admin' || !roadDecides()) return claim()
  const network = networkOf(ip)
  const [own, ofNetwork] = await Promise.all([
    person ? answersToday(person.id) : 0,
    answersToday(network),
  ])
  if (own >= mostPer.account) throw usedUp()
  if (ofNetwork >= mostPer.network && ofNetwork >= (await networkLimit(person))) throw usedUp()
  const count = () =>
    Promise.all([
      person && countToday(answer, person.id, mostPer.account),
      countToday(answer, network, mostWithCar),
    ])
  try {
    const claimed = await claim()
    if (always) await count()
    return claimed
  } catch (error) {
    if (isRefusal(error)) await count()
    throw error
  }
}

const known = {
  name: 'known-to-the-business',
  text: `select exists (select from jobs where customer_id = $1::uuid and status <> 'cancelled'
      and created_at < $2::timestamptz) as visited,
    exists (select from vehicles where customer_id = $1::uuid and deleted_at is null
      and created_at < $2::timestamptz) as car`,
}

/** Keeps strangers in the same network from shutting out customers. Cars and visits added today don't count. */
async function networkLimit(person: Person | null): Promise<number> {
  if (!person) return mostPer.network
  const row = await queryRow<{ visited: boolean; car: boolean }>(known, [
    person.id,
    startOfBusinessDay(businessToday()),
  ])
  return row?.visited ? Infinity : row?.car ? mostWithCar : mostPer.network
}

const isRefusal = (error: unknown) =>
  error instanceof AppError &&
  (error.details as { reason?: string } | undefined)?.reason === 'travel'

const usedUp = () =>
  new Conflict(
    phrase(
      'We could not make many of the times and addresses you tried today. Please try again tomorrow. If you cannot wait, {askUs}',
      { askUs: askUs('phone', currentSettings()) },
    ),
    { reason: 'road_today' },
  )
