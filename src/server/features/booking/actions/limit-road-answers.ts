import { currentSettings } from '#server/base/current-settings.ts'
import { batchLoader } from '#server/database/batch-loader.ts'
import { countedToday, countToday } from '#server/database/daily-counts.ts'
import { roadDecides } from '#server/features/jobs/queries/road-days.ts'
import { networkOf } from '#server/http/client-network.ts'
import { AppError, Conflict } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase } from '#shared/texts/t.ts'

/** Answers of the road allowed per day. Several customers may share a network. */
const mostPer = { account: 10, network: 60 }
const answer = 'answer of the road'

// Read before every booking, so bookings of the same moment share it.
const answersToday = batchLoader((who: string[]) => countedToday(answer, who))

type Asker = {
  person: Person | null
  ip: string
  /** Whether success counts too, as where it can be had again and again. */
  always?: boolean
}

/**
 * Runs a claim outside of any transaction. It knows the exact places of visits, so for others than the office it runs only
 * until the account or network has had its daily number of refusals by the road. Throws Conflict then, with
 * `details.reason` `road_today`.
 */
export async function limitRoadAnswers<T>(
  { person, ip, always = false }: Asker,
  claim: () => Promise<T>,
): Promise<T> {
  if (person?.role === 'admin' || !roadDecides()) return claim()
  const askers: [string, number][] = [
    ...(person ? [[person.id, mostPer.account] as [string, number]] : []),
    [networkOf(ip), mostPer.network],
  ]
  const counts = await Promise.all(askers.map(([who]) => answersToday(who)))
  if (askers.some(([, most], n) => (counts[n] ?? 0) >= most)) throw usedUp()
  const count = () => Promise.all(askers.map(([who, most]) => countToday(answer, who, most)))
  try {
    const claimed = await claim()
    if (always) await count()
    return claimed
  } catch (error) {
    if (isRefusal(error)) await count()
    throw error
  }
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
