// A framework's JSON route and nothing else: the upper limit for one process.
import fastify from 'fastify'
import { answerMessages } from './child.ts'

/** Answers by path. */
export type Payloads = Record<string, unknown>

/** Serves each payload at its path; answers the address. */
answerMessages(async (payloads: Payloads) => {
  const app = fastify()
  for (const [path, payload] of Object.entries(payloads)) app.get(path, async () => payload)
  return app.listen({ host: '127.0.0.1', port: 0 })
})
