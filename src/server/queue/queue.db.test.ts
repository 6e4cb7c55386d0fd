import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { currentLanguage } from '#shared/texts/t.ts'
import { queryRow, queryRows, transaction } from '../database/database.ts'
import { useTestDatabase } from '../database/test-database.ts'
import { enqueue, schedule } from './enqueue.ts'
import { installQueue, queueSchemaVersion } from './install-queue.ts'
import { startQueue, stopQueue } from './queue.ts'
import { inLanguage } from '#server/base/language.ts'
import { runDueTasks } from './run-due-tasks.ts'
import { defineTask } from './task.ts'

const greeted: string[] = []
const greet = defineTask('test-greet', {
  schema: z.object({ name: z.string().min(1) }),
  handler: async ({ name }) =>
    void greeted.push(currentLanguage() === 'en' ? name : `${name} in ${currentLanguage()}`),
})
const chain = defineTask<{ left: number }>('test-chain', {
  handler: async ({ left }) => {
    if (left > 0) await enqueue(chain, { left: left - 1 })
  },
})
const fail = defineTask<{ message: string }>('test-fail', {
  retryLimit: 1,
  retryDelay: 1,
  expireInSeconds: 30,
  handler: async ({ message }, { retry }) => {
    if (retry === 0) throw new Error(message)
    greeted.push('retried')
  },
})

useTestDatabase()

const takeGreeted = () => greeted.splice(0)

test('pg-boss has the schema version that a start expects', async () => {
  const text = 'select version from pgboss.version'
  expect(await queryRow({ name: 'version', text })).toEqual({ version: queueSchemaVersion })
  const { getConstructionPlans } = await import('pg-boss')
  expect(getConstructionPlans('pgboss')).toMatch(
    new RegExp(`INSERT INTO pgboss\\.version\\(version\\) VALUES \\('${queueSchemaVersion}'\\)`),
  )
})

test('a task does not use the language of the request that enqueued it', async () => {
  await inLanguage('en-XA', async () => {
    await enqueue(greet, { name: 'Ada' })
    await runDueTasks()
  })
  expect(takeGreeted()).toEqual(['Ada'])
})

describe('enqueue', () => {
  test('adds a task that the transaction commits', async () => {
    await transaction(async () => {
      await enqueue(greet, { name: 'Ada' })
    })
    expect(await runDueTasks()).toEqual(['test-greet'])
    expect(takeGreeted()).toEqual(['Ada'])
    expect(await runDueTasks()).toEqual([])
  })

  test('adds nothing when the transaction rolls back', async () => {
    await transaction(async () => {
      await enqueue(greet, { name: 'Ada' })
      throw new Error('no')
    }).catch(() => {})
    expect(await runDueTasks()).toEqual([])
  })

  test('refuses data that the schema refuses', async () => {
    await expect(enqueue(greet, { name: '' })).rejects.toThrow(z.core.$ZodError)
    expect(await runDueTasks()).toEqual([])
  })

  test('waits for the time it was given', async () => {
    await enqueue(greet, { name: 'Later' }, { startAfter: new Date(Date.now() + 3_600_000) })
    expect(await runDueTasks()).toEqual([])
    expect(await runDueTasks({ includeDeferred: true })).toEqual(['test-greet'])
    expect(takeGreeted()).toEqual(['Later'])
  })
})

describe('runDueTasks', () => {
  test('also runs what the tasks enqueue', async () => {
    await enqueue(chain, { left: 2 })
    expect(await runDueTasks()).toEqual(['test-chain', 'test-chain', 'test-chain'])
  })

  test("throws a task's error and leaves it to its retry", async () => {
    await enqueue(fail, { message: 'mail server away' })
    await expect(runDueTasks()).rejects.toThrow('mail server away')
    expect(await runDueTasks()).toEqual([])
    expect(await runDueTasks({ includeDeferred: true })).toEqual(['test-fail'])
    expect(takeGreeted()).toEqual(['retried'])
  })
})

describe('the running queue', () => {
  async function start() {
    const problems: string[] = []
    await startQueue((where, problem) => problems.push(`${where}: ${String(problem)}`))
    onTestFinished(stopQueue)
    return problems
  }

  test('picks a task up at once, retries it, and reports what failed', async () => {
    const problems = await start()
    await enqueue(greet, { name: 'Grace' })
    await vi.waitFor(() => expect(takeGreeted()).toEqual(['Grace']), { timeout: 1500 })
    await enqueue(fail, { message: 'no network' })
    await vi.waitFor(() => expect(takeGreeted()).toEqual(['retried']), { timeout: 8000 })
    expect(problems).toEqual([expect.stringMatching(/^task test-fail .*: Error: no network$/)])
  }, 15_000)

  test('drops schedules of removed tasks and keeps the others', async () => {
    await schedule(greet, '0 6 * * *', 'America/Chicago', { name: 'Morning' })
    const insert = `insert into pgboss.schedule (name, key, cron, timezone)
      select name, 'old', '0 6 * * *', 'UTC' from pgboss.queue where name = 'test-gone'`
    await queryRow({
      name: 'gone',
      text: 'select pgboss.create_queue(\'test-gone\', \'{"policy":"standard"}\'::jsonb)',
    })
    await queryRow({ name: 'old-schedule', text: insert })
    await start()
    const text = 'select array_agg(name || timezone) as names from pgboss.schedule'
    expect(await queryRow({ name: 'schedules', text })).toEqual({
      names: ['test-greetAmerica/Chicago'],
    })
  })

  test.runIf(process.env.TEST_ENGINE === 'embedded')(
    'takes up again what its process was at, later and later what may have killed it',
    async () => {
      const soon = { startAfter: new Date(Date.now() + 3_600_000) }
      for (const tries of [0, 2, 5]) {
        const id = await enqueue(greet, { name: `try ${tries}` }, soon)
        const text = `update pgboss.job set state = 'active', started_on = now(), retry_count = $2 where id = $1`
        await queryRow({ name: 'was-at', text }, [id, tries])
      }
      await start()
      const text = `select data ->> 'name' as name, state, round(extract(epoch from start_after - now()))::int as wait
        from pgboss.job where name = 'test-greet' and retry_count > 1 order by retry_count`
      const [third, last] = await queryRows<{ wait: number }>({ name: 'taken-back', text })
      expect([third, last]).toMatchObject([{ state: 'retry' }, { state: 'active' }])
      expect(third?.wait).toBeGreaterThan(10)
      await expect.poll(takeGreeted, { timeout: 3000 }).toEqual(['try 0'])
    },
  )

  test('lets a running task finish before it stops', async () => {
    let finished = false
    slow.resolve = () => (finished = true)
    await startQueue(() => {})
    await enqueue(slowTask, {})
    await vi.waitFor(() => expect(slow.started).toBe(true), { timeout: 3000 })
    await stopQueue()
    expect(finished).toBe(true)
  })
})

const slow = { started: false, resolve: () => {} }
const slowTask = defineTask('test-slow', {
  handler: async () => {
    slow.started = true
    await new Promise((resolve) => setTimeout(resolve, 300))
    slow.resolve()
  },
})

test('installQueue updates the stored settings of a changed task', async () => {
  await queryRow({
    name: 'change',
    text: "update pgboss.queue set retry_limit = 99 where name = 'test-fail'",
  })
  await installQueue()
  const text = "select retry_limit, expire_seconds from pgboss.queue where name = 'test-fail'"
  expect(await queryRow({ name: 'changed', text })).toEqual({ retryLimit: 1, expireSeconds: 30 })
})
