import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  afterCommit,
  currentHandle,
  db,
  engine,
  listen,
  notify,
  queryRow,
  queryRows,
  transaction,
} from './database.ts'
import { isUniqueViolation, sqlState } from './sql-state.ts'
import { useTestDatabase } from './test-database.ts'

const notes = pgTable('test_notes', { id: integer('id').primaryKey(), body: text('body') })

useTestDatabase()

beforeAll(async () => {
  await currentHandle().script(
    'create table if not exists test_notes (id int constraint test_notes_pk primary key, body text)',
  )
})
beforeEach(() => db().delete(notes))
// Other test files in this process expect only the product's tables.
afterAll(() => currentHandle().script('drop table test_notes'))

const insert = (id: number) =>
  db()
    .insert(notes)
    .values({ id, body: `note ${id}` })
const ids = async () => (await db().select().from(notes).orderBy(notes.id)).map(({ id }) => id)

test('runs on the engine of the project', () => {
  expect(engine()).toBe(process.env.TEST_ENGINE)
})

describe('transaction', () => {
  test('commits its writes and returns its result', async () => {
    const answer = await transaction(async () => {
      await insert(1)
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await ids()).toEqual([1])
  })

  test('rolls back when it throws', async () => {
    const failing = transaction(async () => {
      await insert(1)
      expect(await ids()).toEqual([1])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await ids()).toEqual([])
  })

  test('a nested one joins the outer one', async () => {
    const failing = transaction(async () => {
      await transaction(async () => insert(1))
      throw new Error('after the nested one')
    })
    await expect(failing).rejects.toThrow('after the nested one')
    expect(await ids()).toEqual([])
  })

  test('does not commit half of a nested one whose error was swallowed', async () => {
    const failing = transaction(async () => {
      await transaction(async () => {
        await insert(1)
        throw new Error('half done')
      }).catch(() => {})
      await insert(2)
    })
    await expect(failing).rejects.toThrow('half done')
    expect(await ids()).toEqual([])
  })

  test('throws instead of committing nothing after a swallowed statement error', async () => {
    await insert(1)
    const failing = transaction(async () => {
      await insert(2)
      await insert(1).catch(() => {})
    })
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '25P02')
    expect(await ids()).toEqual([1])
  })

  test('accepts an isolation level and a read-only mode', async () => {
    const text = `select current_setting('transaction_isolation') as level`
    const row = await transaction(() => queryRow<{ level: string }>({ name: 'level', text }), {
      isolation: 'serializable',
    })
    expect(row?.level).toBe('serializable')
    const writing = transaction(async () => insert(1), { readOnly: true })
    await expect(writing).rejects.toSatisfy((error) => sqlState(error) === '25006')
  })

  test('runs concurrently started statements one after the other', async () => {
    await transaction(async () => {
      await Promise.all([insert(1), insert(2), insert(3)])
    })
    expect(await ids()).toEqual([1, 2, 3])
  })

  test('work left running does not land in a later transaction', async () => {
    let late: Promise<unknown> = Promise.resolve()
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    await transaction(async () => {
      late = gate.then(() => insert(1))
    })
    await transaction(async () => {
      throw new Error('rolled back')
    }).catch(() => {})
    release()
    await late
    expect(await ids()).toEqual([1])
  })

  test('a handle kept after the end is refused', async () => {
    let kept = db()
    await transaction(async () => {
      kept = db()
    })
    await expect(kept.insert(notes).values({ id: 1 })).rejects.toSatisfy((error: Error) =>
      String(error.cause).includes('Transaction is closed'),
    )
    expect(await ids()).toEqual([])
  })
})

describe('afterCommit', () => {
  test('waits for the outermost commit', async () => {
    const order: string[] = []
    await transaction(async () => {
      await transaction(async () => afterCommit(() => order.push('effect')))
      await insert(1)
      order.push('body')
    })
    expect(order).toEqual(['body', 'effect'])
  })

  test('runs at once outside a transaction and never after a rollback', async () => {
    const effect = vi.fn<() => void>()
    afterCommit(effect)
    expect(effect).toHaveBeenCalledOnce()
    await transaction(async () => {
      afterCommit(effect)
      throw new Error('no')
    }).catch(() => {})
    expect(effect).toHaveBeenCalledOnce()
  })

  test('sees the committed rows, and its error affects nothing else', async () => {
    const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const seen = Promise.withResolvers<number[]>()
    await transaction(async () => {
      await insert(1)
      afterCommit(() => ids().then(seen.resolve, seen.reject))
      afterCommit(() => {
        throw new Error('socket closed')
      })
    })
    expect(await seen.promise).toEqual([1])
    await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce())
    logged.mockRestore()
  })
})

describe('rows', () => {
  const text = `select count(*) as n, sum(2::bigint) as total, date '2026-07-04' as day,
    timestamptz '2026-07-04 12:00+00' as at, array[1::bigint, null] as counts,
    array[date '2026-07-04'] as days, $1::int + 1 as next`

  test('read alike on both engines', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await queryRows({ name: 'types', text }, [41 + round])).toEqual([
        {
          n: 1,
          total: 2,
          day: '2026-07-04',
          at: new Date('2026-07-04T12:00:00Z'),
          counts: [1, null],
          days: ['2026-07-04'],
          next: 42 + round,
        },
      ])
    }
  })

  test('drizzle reads counts as numbers and reports affected rows', async () => {
    await insert(1)
    const { rows } = await db().execute(
      sql`select count(*) as n, current_date as day from ${notes}`,
    )
    expect(rows[0]).toEqual({ n: 1, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect((await db().update(notes).set({ body: 'new' })).rowCount).toBe(1)
  })

  test('raw queries see the open transaction', async () => {
    const count = { name: 'count-notes', text: 'select count(*) as n from test_notes' }
    const seen: unknown[] = []
    await transaction(async () => {
      await insert(1)
      seen.push(await queryRow(count))
      throw new Error('undo')
    }).catch(() => {})
    expect([...seen, await queryRow(count)]).toEqual([{ n: 1 }, { n: 0 }])
  })
})

describe('errors', () => {
  test('are recognized by SQLSTATE through their wrappers', async () => {
    await insert(1)
    const error = await insert(1).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(sqlState(new Error('outer', { cause: error }))).toBe('23505')
    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'test_notes_pk')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
    expect(sqlState(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }))).toBeUndefined()
  })

  test('leave the connection usable', async () => {
    await insert(1)
    for (let i = 0; i < 20; i++) await expect(insert(1)).rejects.toSatisfy(isUniqueViolation)
    expect(await ids()).toEqual([1])
  })
})

describe('notify', () => {
  test('is heard after the commit, not after a rollback', async () => {
    const heard: string[] = []
    const stop = await listen('test_notes', (payload) => heard.push(payload))
    await transaction(async () => {
      await notify('test_notes', 'lost')
      throw new Error('no')
    }).catch(() => {})
    await transaction(async () => {
      await notify('test_notes', 'kept')
      expect(heard).toEqual([])
    })
    await vi.waitFor(() => expect(heard).toEqual(['kept']))
    await stop()
    await notify('test_notes', 'unheard')
    await notify('test_other', 'unheard')
    expect(heard).toEqual(['kept'])
  })

  test('a listener acts outside the transaction it interrupts', async () => {
    const done = Promise.withResolvers<number[]>()
    const stop = await listen('test_notes', () => void ids().then(done.resolve, done.reject))
    await transaction(async () => {
      await insert(7)
      await notify('test_notes', '7')
    })
    expect(await done.promise).toEqual([7])
    await stop()
  })
})
