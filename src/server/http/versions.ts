import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says which version of a thing is answered, for `If-Match`. */
export const setVersion = (reply: FastifyReply, version: number) =>
  void reply.header('etag', `"${version}"`)

/** What was seen in this version has another by now; undefined: nobody asks. */
export const isStale = (seen: number | undefined, { version }: { version: number }): boolean =>
  seen !== undefined && seen !== version

/** The version that `If-Match` asks for; undefined when any will do, NaN for one that nothing has. */
export function wantedVersion({ headers }: FastifyRequest): number | undefined {
  const wanted = headers['if-match']?.trim()
  if (!wanted || wanted === '*') return undefined
  return Number(/^(?:W\/)?"(\d+)"$/.exec(wanted)?.[1] ?? NaN)
}
