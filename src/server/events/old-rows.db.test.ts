import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { currentHandle } from '#server/database/database.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { beforeMigration } from '#server/database/test-old-schema.ts'
import type { EventName } from '#shared/rules/events.ts'
import { isEventName } from './consequences.ts'
import { describeEntry } from './describe-entry.ts'

useTestDatabase()

const beforeEvents = (run: (migrate: () => Promise<void>) => Promise<void>) =>
  beforeMigration('0005_events.sql', run)
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await currentHandle().query<Row>(text, values)).rows

test('what conversations said in words before is known by what happened, in the same words', () =>
  beforeEvents(async (migrate) => {
    const said = [
      'Your technician is on the way.',
      'Your technician has arrived.',
      'The technician closed the communication.',
      'The service is completed.',
      'The visit was cancelled.',
      'The visit was moved.',
      'Another technician will come.',
    ]
    const write = (type: string, message: string, n: number) =>
      query(
        `insert into communications (job_id, type, direction, message, created_at)
          values ($1, $2, 'outbound', $3, $4)`,
        [randomUUID(), type, message, new Date(2026, 0, 1, 0, n)],
      )
    for (const [n, message] of said.entries()) await write('system_notification', message, n)
    await write('call', 'Call through our number', 8)
    // Somebody's own words, which happen to be the same.
    await write('sms', 'The visit was moved.', 9)
    await migrate()
    const rows = await query<{ event: EventName | null }>(
      'select event from communications order by created_at',
    )
    expect(rows.slice(0, 7).map(({ event }) => event && describeEntry(event))).toEqual(said)
    expect(rows.slice(7).map(({ event }) => event)).toEqual(['call_started', null])
  }))

test('the history has the names of events', () =>
  beforeEvents(async (migrate) => {
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
    ]
    const write = (kind: string, data = {}) =>
      query('insert into job_events (job_id, kind, data) values ($1, $2, $3)', [
        randomUUID(),
        kind,
        data,
      ])
    for (const kind of before) await write(kind)
    await write('extra_added', { approval: 'waiting' })
    await migrate()
    const kinds = (await query<{ kind: string }>('select kind from job_events')).map(
      ({ kind }) => kind,
    )
    expect(kinds.filter((kind) => !isEventName(kind))).toEqual([])
    expect(kinds).toContain('extra_approval')
    expect(new Set(kinds).size).toBe(before.length + 1)
  }))

test('news of a message to the office is found by the message', () =>
  beforeEvents(async (migrate) => {
    const [message] = await query<{ id: string }>(
      `insert into contact_messages (name, email, subject, message)
        values ('Ada', 'ada@example.com', 'Hours', 'When?') returning id`,
    )
    for (const subject of ['Hours', 'Something else'])
      await query(
        `insert into notifications (user_id, type, title, message)
          values ($1, 'contact_message', 'Message from Ada', $2)`,
        [randomUUID(), subject],
      )
    await migrate()
    const rows = await query<{ data: unknown }>(
      'select data from notifications order by message = $1 desc',
      ['Hours'],
    )
    expect(rows.map(({ data }) => data)).toEqual([{ contactMessageId: message?.id }, {}])
  }))
