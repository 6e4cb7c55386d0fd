import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { captureLog } from '#server/base/test-log.ts'
import { log } from '#server/base/log.ts'
import { listenAt } from '#server/testing/test-socket.ts'
import { RequestLog } from './request-log.ts'

test('a file that breaks off is logged, one whose reader left is not', async () => {
  const app = fastify({
    loggerInstance: log,
    logController: new RequestLog(),
  }) as unknown as FastifyInstance
  onTestFinished(() => app.close())
  let ended = 0
  const rows = async function* (fails: boolean) {
    try {
      for (;;) {
        yield 'row\n'
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (fails) throw new Error('row 2 is odd')
      }
    } finally {
      ended += 1
    }
  }
  app.get('/:how', (request, reply) =>
    reply.send(Readable.from(rows(request.url === '/fails'), { objectMode: false })),
  )
  const url = await listenAt(app)
  const lines = captureLog()
  await expect(fetch(`${url}/fails`).then((answer) => answer.text())).rejects.toThrow('terminated')
  const leaves = new AbortController()
  const answer = await fetch(`${url}/goes-on`, { signal: leaves.signal })
  await answer.body?.getReader().read()
  leaves.abort()
  await expect.poll(() => ended).toBe(2)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'an answer broke off', err: { message: 'row 2 is odd' } },
  ])
})
