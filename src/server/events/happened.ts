import { now } from '#server/base/clock.ts'
import { db, transaction, queryRows } from '#server/database/database.ts'
import { jobEvents, officeEvents } from '#server/database/tables/events.ts'
import { users } from '#server/database/tables/users.ts'
import { endConversation } from '#server/features/conversation/actions/end-conversation.ts'
import { writeEntry } from '#server/features/conversation/actions/write-entry.ts'
import { endRequests } from '#server/features/notifications/actions/end-requests.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { consequencesOf } from './consequences.ts'
import { auditRuleOf } from './describe-history.ts'
import type { Happening } from './happening.ts'
import { type LiveUpdate, liveUpdate, publish } from './live-updates.ts'
import { notify } from './notify.ts'
import { membersByVisit } from './notify-members.ts'

/**
 * Records in the current transaction that something happened, with everything the table of consequences lists for it.
 * Happenings with `once` there take effect only the first time.
 */
export async function happened(...happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return
  await transaction(async () => {
    const all = await firstTimeOnly(happenings)
    if (all.length === 0) return
    await writeHistory(all)
    await writeOfficeHistory(all)
    const updates: LiveUpdate[] = []
    const members = await membersByVisit(all)
    for (const one of all) {
      updates.push(liveUpdate(one, await enterConversation(one)))
      const people = members.get(one.job?.id ?? '')
      // Without the conversation, which is the company's and the technician's.
      if (people) updates.push({ changes: ['companies'], jobId: null, people, also: [] })
      const ended = consequencesOf(one.event).endsRequests?.(one.data)
      if (one.job && ended) await endRequests(one.job.id, ended.as, ended.extraIds)
      if (one.job && consequencesOf(one.event).wakesPayment) await wakePayment(one.job.id)
    }
    await notify(all)
    await publish(updates)
  })
}

/** Only notifies, for events whose own statement has already recorded them and updated open screens. */
export function notifyRecorded(all: readonly Happening[]): Promise<void> {
  return transaction(() => notify(all))
}

async function writeHistory(all: readonly Happening[]): Promise<void> {
  const receivedAt = now()
  const rows = all.flatMap(({ event, job, by, data, at: createdAt = receivedAt }) =>
    job && consequencesOf(event).history
      ? [{ jobId: job.id, actorId: by, kind: event, data: { ...data }, createdAt, receivedAt }]
      : [],
  )
  if (rows.length > 0) await db().insert(jobEvents).values(rows)
}

async function enterConversation({ event, job, by, at, entryId }: Happening) {
  const { conversation } = consequencesOf(event)
  if (entryId || !job || !conversation) return entryId
  return conversation.ends ? endConversation(job, by, event, at) : writeEntry(job, by, event, at)
}

type Row = typeof officeEvents.$inferInsert

/** Writes the office's actions that are in no visit's history to the audit log, in the current transaction. */
async function writeOfficeHistory(all: readonly Happening[]): Promise<void> {
  const rows = all.flatMap(rowsOf)
  if (rows.length === 0) return
  const actors = [...new Set(rows.map(({ actorId }) => actorId))]
  const admins = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, actors), eq(users.role, 'admin')))
  const ofOffice = rows.filter(({ actorId }) => admins.some(({ id }) => id === actorId))
  if (ofOffice.length > 0) await db().insert(officeEvents).values(ofOffice)
}

function rowsOf({ event, by, job, data, personId, at = now() }: Happening): Row[] {
  const rule = auditRuleOf(event)
  if (!rule || !by) return []
  const all: Record<string, unknown> = { ...data }
  const stored = (rule.stores ?? []).flatMap((name) => (name in all ? [[name, all[name]]] : []))
  return [
    {
      actorId: by,
      kind: event,
      jobId: job?.id ?? rule.visit?.(data) ?? null,
      personId: personId ?? rule.person?.(data) ?? null,
      data: Object.fromEntries(stored),
      createdAt: at,
    },
  ]
}

// Always in the same order, so that two processes with the same claims queue instead of deadlocking.
const claim = {
  name: 'claim-one-time-events',
  text: `insert into one_time_events as o (event, about, step)
    select e.event, e.about, max(e.step) from unnest($1::text[], $2::text[], $3::int[]) as e(event, about, step)
    group by 1, 2 order by 1, 2
    on conflict (event, about) do update set step = excluded.step, created_at = now()
      where o.step < excluded.step
    returning event, about`,
}

/**
 * Filters out happenings that already took place according to their entries' `once`, and claims the rest in the current
 * transaction.
 */
async function firstTimeOnly(all: readonly Happening[]): Promise<readonly Happening[]> {
  const keyed = all.map((one) => ({ one, key: keyOf(one) }))
  const keys = keyed.flatMap(({ one: { event }, key }) => (key ? [{ event, ...key }] : []))
  if (keys.length === 0) return all
  const claimed = await queryRows<{ event: string; about: string }>(claim, [
    keys.map(({ event }) => event),
    keys.map(({ about }) => about),
    keys.map(({ step = 0 }) => step),
  ])
  const first = new Set(claimed.map(({ event, about }) => `${event} ${about}`))
  return keyed
    .filter(({ one, key }) => !key || first.has(`${one.event} ${key.about}`))
    .map(({ one }) => one)
}

const keyOf = ({ event, data, job }: Happening) => consequencesOf(event).once?.({ data, job })
