import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { currentHandle, db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/factories.ts'
import { migrationsFolder, readMigrations } from '#server/database/migrator.ts'
import { jobEvents } from '#server/database/tables/job-events.ts'
import { communications } from '#server/database/tables/communications.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import type { EventName } from '#shared/rules/events.ts'
import { isEventName } from './consequences.ts'
import { sayEntry } from './word-entry.ts'

useTestDatabase()

/** What the migration does to rows that were there before it. */
async function moveOldRows(): Promise<void> {
  const [migration] = (await readMigrations(migrationsFolder)).filter(({ name }) =>
    name.endsWith('_events.sql'),
  )
  const updates = (migration?.sql ?? '')
    .split('--> statement-breakpoint')
    .filter((statement) => /^UPDATE/m.test(statement))
  expect(updates).toHaveLength(5)
  for (const statement of updates) await currentHandle().script(statement)
}

test('what conversations said in words before is known by what happened, in the same words', async () => {
  const job = await makeJob()
  const said = [
    'Your technician is on the way.',
    'Your technician has arrived.',
    'The technician closed the communication.',
    'The service is completed.',
    'The visit was cancelled.',
    'The visit was moved.',
    'Another technician will come.',
  ]
  const entry = (message: string, n: number) => ({
    jobId: job.id,
    type: 'system_notification' as const,
    direction: 'outbound' as const,
    message,
    createdAt: new Date(2026, 0, 1, 0, n),
  })
  await db().insert(communications).values(said.map(entry))
  await db()
    .insert(communications)
    .values([
      { ...entry('Call through our number', 8), type: 'call' },
      // Somebody's own words, which happen to be the same.
      { ...entry('The visit was moved.', 9), type: 'sms' },
    ])
  await moveOldRows()
  const rows = await db().select().from(communications).orderBy(asc(communications.createdAt))
  expect(rows.slice(0, 7).map(({ event }) => event && sayEntry(event))).toEqual(said)
  expect(rows.slice(7).map(({ event }) => event)).toEqual(['call_started', null])
})

test('the history has the names of events', async () => {
  const { id: jobId } = await makeJob()
  const before = [
    'booked',
    'confirmed',
    'assigned',
    'unassigned',
    'claimed',
    'reminded',
    'started',
    'completed',
    'cancelled',
    'rescheduled',
    'checklist_saved',
    'notes_saved',
    'measurements_saved',
    'extra_added',
    'extra_decided',
    'addon_added',
  ] as EventName[]
  await db()
    .insert(jobEvents)
    .values(before.map((kind) => ({ jobId, kind })))
  await db()
    .insert(jobEvents)
    .values({ jobId, kind: 'extra_added', data: { approval: 'waiting' } })
  await moveOldRows()
  await moveOldRows()
  const kinds = (await db().select().from(jobEvents)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => !isEventName(kind))).toEqual([])
  expect(kinds).toContain('extra_approval')
  expect(new Set(kinds).size).toBe(before.length + 1)
})

test('news of a message to the office is found by the message', async () => {
  const office = await makeUser({ role: 'admin' })
  const [message] = await db()
    .insert(contactMessages)
    .values({ name: 'Ada', email: 'ada@example.com', subject: 'Hours', message: 'When?' })
    .returning()
  const news = { userId: office.id, type: 'contact_message', title: 'Message from Ada' }
  await db()
    .insert(notifications)
    .values([
      { ...news, message: 'Hours' },
      { ...news, message: 'Something else' },
    ])
  await moveOldRows()
  const rows = await db().select().from(notifications)
  expect(rows.find((row) => row.message === 'Hours')?.data).toEqual({
    contactMessageId: message?.id,
  })
  expect(rows.find((row) => row.message !== 'Hours')?.data).toEqual({})
})
