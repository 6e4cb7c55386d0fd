import { and, gte, lt, sql } from 'drizzle-orm'
import type { CardMovement, CardNetwork } from '#server/adapters/cards/port.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { dayComparisons, networkMovements } from '#server/database/tables/daily-close.ts'
import { happened } from '#server/events/happened.ts'
import { services } from '#server/adapters/services.ts'
import { Invalid, Unavailable } from '#server/http/errors.ts'
import { readCursor, writeCursor } from '#server/http/paging.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { completeUntil, type BusinessDay, businessDayOf, refuseFutureDay } from '../business-day.ts'
import { differencesOf } from '../queries/differences.ts'

/** Pages of the network's list read per call: about five hundred movements. */
const pagesAtOnce = 5
/** At most this many payments missing from the list are looked up one by one. */
const mostAskedFor = 50

/** Progress of a comparison: start of reading, movements so far, and the cursor into the network's list. */
type Progress = { readAt: Date; read: number; cursor: string | undefined }

/**
 * Reads the next part of the card network's list of a day and returns the count and where to continue; the last part
 * completes the comparison. Throws Unavailable when the network does not respond; the same part can then be retried. Never
 * inside a transaction.
 */
export async function compareDay(
  person: Person,
  date: LocalDate,
  cursor: string | undefined,
): Promise<{ read: number; next: string | null }> {
  const network = services().cards
  if (!network)
    throw new Unavailable(
      phrase('No card provider is connected, so there is no list to compare with.'),
      {
        reason: 'no_provider',
      },
    )
  const day = businessDayOf(date)
  refuseFutureDay(day)
  const progress = progressOf(day, cursor)
  let { read, cursor: at } = progress
  for (let page = 0; page < pagesAtOnce; page++) {
    const { movements, next } = await listed(network, day, at)
    await keep(movements, progress.readAt)
    read += movements.length
    at = next ?? undefined
    if (!at) {
      await askForMissing(network, day, progress.readAt)
      await finish(person, day, progress.readAt)
      return { read, next: null }
    }
  }
  return { read, next: writeCursor([date, progress.readAt.getTime(), read, at ?? null]) }
}

/** Whether a day can be compared now: there is a card network and it responds. Never inside a transaction. */
export async function canCompare(day: BusinessDay): Promise<boolean> {
  const network = services().cards
  if (!network) return false
  return listed(network, day, undefined).then(
    () => true,
    () => false,
  )
}

function progressOf({ date }: BusinessDay, cursor: string | undefined): Progress {
  if (cursor === undefined) return { readAt: now(), read: 0, cursor: undefined }
  const isNumber = (key: string) => /^\d{1,15}$/.test(key)
  const keys = readCursor(cursor, [(key) => key === date, isNumber, isNumber, (key) => key !== ''])
  const [, readAt, read, at] = keys ?? []
  const instant = new Date(Number(readAt))
  if (!at || instant > now()) throw new Invalid()
  return { readAt: instant, read: Number(read), cursor: at }
}

const unreachable = () =>
  new Unavailable(
    phrase('The card network cannot be reached, so the day could not be compared with its list.'),
    { reason: 'network_unreachable' },
  )

async function listed(network: CardNetwork, { from, to }: BusinessDay, cursor: string | undefined) {
  const answer = await network.listMovements({ from, to, cursor }).catch(() => undefined)
  if (answer?.outcome !== 'ok') throw unreachable()
  return answer.value
}

async function keep(
  movements: readonly (Omit<CardMovement, 'at'> & { at: Date | null })[],
  readAt: Date,
): Promise<void> {
  if (movements.length === 0) return
  await db()
    .insert(networkMovements)
    .values(movements.map((movement) => ({ ...movement, readAt })))
    .onConflictDoUpdate({
      target: [networkMovements.kind, networkMovements.id],
      set: {
        cents: sql`excluded.cents`,
        status: sql`excluded.status`,
        // A payment looked up on its own comes without its time.
        at: sql`coalesce(excluded.at, ${networkMovements.at})`,
        reference: sql`coalesce(excluded.reference, ${networkMovements.reference})`,
        readAt: sql`greatest(excluded.read_at, ${networkMovements.readAt})`,
      },
    })
}

/**
 * Looks up payments missing from the list: ours may have moved on a day whose list was never read, and movements of an
 * earlier list may only be late in this one.
 */
async function askForMissing(network: CardNetwork, day: BusinessDay, readAt: Date): Promise<void> {
  const { differences } = await differencesOf(day, completeUntil(day, readAt))
  const here = differences.filter(
    ({ kind }) => kind === 'captured_here' || kind === 'refunded_here',
  )
  const stale = await db()
    .select({ paymentId: networkMovements.paymentId })
    .from(networkMovements)
    .where(isStale(day, readAt))
    .limit(mostAskedFor)
  const ids = [...new Set([...here, ...stale].map(({ paymentId }) => paymentId))]
  for (const paymentId of ids.slice(0, mostAskedFor)) {
    const answer = paymentId && (await network.readPayment(paymentId).catch(() => undefined))
    if (!answer || (answer.outcome === 'unknown' && answer.code !== 'NOT_FOUND'))
      throw unreachable()
    if (answer.outcome !== 'ok' || answer.value.status !== 'completed') continue
    const { id, cents, refunds } = answer.value
    const common = { paymentId: id, at: null, reference: null }
    await keep(
      [
        { ...common, kind: 'captured', id, cents, status: 'completed' },
        ...refunds.map((refund) => ({ ...common, ...refund, kind: 'refunded' as const })),
      ],
      readAt,
    )
  }
}

async function finish(person: Person, of: BusinessDay, readAt: Date): Promise<void> {
  const { date: day, from, to } = of
  await transaction(async () => {
    // Movements in an earlier list but not in this one no longer belong to the day.
    await db().delete(networkMovements).where(isStale(of, readAt))
    const set = { from, to, readAt, by: person.id }
    await db()
      .insert(dayComparisons)
      .values({ day, ...set })
      .onConflictDoUpdate({
        target: dayComparisons.day,
        set,
        setWhere: sql`${dayComparisons.readAt} <= ${readAt.toISOString()}::timestamptz
          or ${dayComparisons.from} <> ${from.toISOString()}::timestamptz`,
      })
    await happened({ event: 'day_compared', by: person.id, data: { date: day } })
  })
}

/** In an earlier list of this day, but not in this one. */
const isStale = ({ from, to }: BusinessDay, readAt: Date) =>
  and(
    gte(networkMovements.at, from),
    lt(networkMovements.at, to),
    lt(networkMovements.readAt, readAt),
  )
