import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { phrase } from '#shared/texts/t.ts'
import { TooMany, Unavailable } from './errors.ts'

/** Each file is held in memory until complete: maximum files per person, and bytes for everyone. */
const most = { ofPerson: 6, bytes: 200_000_000 }

const underWay = { ofPerson: new Map<string, number>(), bytes: 0 }

/**
 * Counts a person's upload until it is answered or aborted. Throws TooMany at their own limit, Unavailable at the common
 * one.
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
  // Without a length, or with one refused later, assume the maximum.
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
