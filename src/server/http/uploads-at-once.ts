import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { phrase } from '#shared/texts/t.ts'
import { TooMany, Unavailable } from './errors.ts'

/** Each is held in memory until all of it is there: so many files of one person, and so many bytes of everybody. */
const most = { ofPerson: 6, bytes: 200_000_000 }

const underWay = { ofPerson: new Map<string, number>(), bytes: 0 }

/**
 * Counts an upload of a person until it is answered or given up. Throws TooMany where they send enough already,
 * Unavailable where everybody together does.
 */
export function countUpload(
  personId: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
): void {
  const { ofPerson } = underWay
  const before = ofPerson.get(personId) ?? 0
  if (before >= most.ofPerson)
    throw new TooMany(phrase('You are sending many files already. Please wait a moment.'), {
      retryAfterSeconds: 5,
    })
  // Without a length, or with one that is refused for itself, it may become as long as any.
  const bytes = Math.min(Number(headers['content-length'] ?? maxBytes), maxBytes)
  if (underWay.bytes + bytes > most.bytes)
    throw new Unavailable(
      phrase('Many files are arriving just now. Please try again in a moment.'),
      { retryAfterSeconds: 5 },
    )
  ofPerson.set(personId, before + 1)
  underWay.bytes += bytes
  finished(reply.raw, () => {
    underWay.bytes -= bytes
    const left = (ofPerson.get(personId) ?? 1) - 1
    if (left > 0) ofPerson.set(personId, left)
    else ofPerson.delete(personId)
  })
}
