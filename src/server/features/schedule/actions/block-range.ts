import { db, queryRow, queryRows, transaction } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { closures } from '#server/database/tables/schedule.ts'
import { happened } from '#server/events/happened.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { Invalid } from '#server/http/errors.ts'
import type { DayRange } from '#shared/rules/closure-days.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { blockTimes, labelTimes, lockClosures, openTimes } from './write-blocks.ts'

export type Words = { name?: string | undefined; reason?: string | undefined }

/**
 * Blocks or opens times of business-local days; existing bookings stay. Returns the closure it is listed as, null for an
 * opening. Times of today that have started stay as they are. A repeat changes only the name and reason. Throws Invalid for
 * a past date or time.
 */
export async function blockRange(
  person: Person,
  range: DayRange,
  wanted: { isBlocked: boolean } & Words,
): Promise<string | null> {
  if (range.from < businessToday())
    throw new Invalid(phrase('Past dates can no longer be changed.'))
  if (isOver(range)) throw new Invalid(phrase('Past times can no longer be changed.'))
  return transaction(async () => {
    await lockClosures()
    const words = { name: wanted.name?.trim() ?? '', reason: wanted.reason?.trim() ?? '' }
    const id = wanted.isBlocked ? await addClosure(person, range, words) : null
    if (id) await blockTimes(range)
    else await openAll(range)
    await labelTimes(range)
    slotsChanged(range.from)
    const event = wanted.isBlocked ? 'slots_blocked' : 'slots_opened'
    await happened({ event, by: person.id, data: { ...range, ...wordsOf(words) } })
    return id
  })
}

/** Whether all of its times have started, today. */
const isOver = ({ from, to, slots }: DayRange) => {
  const started = startedSlots()
  return from === to && from === businessToday() && slots.every((slot) => started.includes(slot))
}

/** A closure's name and reason. */
export const wordsOf = ({ name, reason }: Words) => ({
  ...(name && { name }),
  ...(reason && { reason }),
})

async function addClosure(
  person: Person,
  range: DayRange,
  words: Required<Words>,
): Promise<string> {
  const wanted = { ...range, ...words }
  const known = await queryRow(again, { ...wanted, at: now(), by: person.id })
  if (known) return known.id
  // Part of a closure was opened and is closed again, as by an undo.
  const around = await queryRow(within, wanted)
  if (around) return around.id
  const [made] = await db()
    .insert(closures)
    .values({
      fromDate: range.from,
      toDate: range.to,
      slots: [...range.slots],
      ...words,
      changedAt: now(),
      changedBy: person.id,
    })
    .returning({ id: closures.id })
  if (!made) throw new Error('The closure was not written.')
  return made.id
}

async function openAll(range: DayRange): Promise<void> {
  await openTimes(range)
  // Closures without any closed time left are deleted.
  await queryRows(emptied, range)
}

type Named = DayRange & Required<Words>
const again = statement<{ id: string }, Named & { at: Date; by: string }>(
  'closure-again',
  (
    $,
  ) => `update closures set name = ${$.name}, reason = ${$.reason}, changed_at = ${$.at}::timestamptz,
      version = version + 1, changed_by = ${$.by}::uuid
    where id = (select id from closures where from_date = ${$.from}::date and to_date = ${$.to}::date
      and slots = ${$.slots}::int[] order by changed_at desc limit 1)
    returning id`,
)

const within = statement<{ id: string }, Named>(
  'closure-around',
  ($) => `select id from closures where from_date <= ${$.from}::date and to_date >= ${$.to}::date
    and slots @> ${$.slots}::int[] and name = ${$.name} and reason = ${$.reason}
    order by changed_at desc limit 1`,
)

const emptied = statement<object, DayRange>(
  'closures-emptied',
  ($) => `delete from closures c
    where c.from_date <= ${$.to}::date and c.to_date >= ${$.from}::date and c.slots && ${$.slots}::int[]
      and not exists (select from blocked_slots b
        where b.service_date between c.from_date and c.to_date and b.slot = any(c.slots))`,
)
