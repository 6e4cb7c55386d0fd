import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { phrase } from '#shared/texts/t.ts'
import { TooMany } from './errors.ts'

/** Of one person; each is held in memory until all of it is there. */
const most = 6

const underWay = new Map<string, number>()

/** Counts an upload of a person until it is answered or given up. Throws TooMany where they send enough already. */
export function countUpload(personId: string, reply: FastifyReply): void {
  const before = underWay.get(personId) ?? 0
  if (before >= most)
    throw new TooMany(phrase('You are sending many files already. Please wait a moment.'), {
      retryAfterSeconds: 5,
    })
  underWay.set(personId, before + 1)
  finished(reply.raw, () => {
    const left = (underWay.get(personId) ?? 1) - 1
    if (left > 0) underWay.set(personId, left)
    else underWay.delete(personId)
  })
}
