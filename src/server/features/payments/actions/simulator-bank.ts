import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { SimulatorBank, SimulatorBooks } from '#server/adapters/cards/port.ts'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { installationKey } from '#server/database/installation-key.ts'
import { simulatorRecords } from '#server/database/tables/simulator-records.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { receiveEvent } from './receive-event.ts'

/** Delivers an event of the simulator to our own webhook verb, again until it is taken. */
const simulatorEvent = defineTask('simulator-event', {
  schema: z.object({ body: z.string(), headers: z.record(z.string(), z.string()) }),
  handler: ({ body, headers }) => receiveEvent(body, headers),
})

/** The card simulator's books in the database, so that they outlive a crash of the process. */
export const simulatorBank: SimulatorBank = {
  alone: (name, act) =>
    transaction(async () => {
      const text = 'select pg_advisory_xact_lock(hashtextextended($1, 20))'
      await queryRows({ name: 'simulator-lock', text }, [name])
      return act(books)
    }),
}

const books: SimulatorBooks = {
  // Locked, so that of two calls with one token the second sees that it is used.
  async get(kind, id) {
    const [row] = await db()
      .select({ data: simulatorRecords.data })
      .from(simulatorRecords)
      .where(and(eq(simulatorRecords.kind, kind), eq(simulatorRecords.id, id)))
      .for('update')
    return row?.data
  },
  async put(kind, id, data) {
    await db()
      .insert(simulatorRecords)
      .values({ kind, id, data })
      .onConflictDoUpdate({ target: [simulatorRecords.kind, simulatorRecords.id], set: { data } })
  },
  async list(kind, { after, before, limit }) {
    const { id, data } = simulatorRecords
    return db()
      .select({ id, record: data })
      .from(simulatorRecords)
      .where(
        and(
          eq(simulatorRecords.kind, kind),
          gt(id, after),
          before === undefined ? undefined : lt(id, before),
        ),
      )
      .orderBy(asc(id))
      .limit(limit)
  },
  async send(body, headers) {
    await enqueue(simulatorEvent, { body, headers })
  },
}

/** The key that signs the simulator's webhooks. */
export const simulatorKey = () => installationKey('card simulator')
