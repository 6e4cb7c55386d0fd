import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says which version of a thing is answered, for `If-Match`; of what lies on a shelf with how much of it does. */
export const setVersion = (reply: FastifyReply, version: number, stock?: number) =>
  void reply.header('etag', stock === undefined ? `"${version}"` : `"${version}.${stock}"`)

/** What was seen in this version has another by now; undefined: nobody asks. */
export const isStale = (seen: number | undefined, { version }: { version: number }): boolean =>
  seen !== undefined && seen !== version

/** The version that `If-Match` asks for; undefined when any will do, NaN for one that nothing has. */
export function wantedVersion({ headers }: FastifyRequest): number | undefined {
  const wanted = headers['if-match']?.trim()
  if (!wanted || wanted === '*') return undefined
  return Number(entityTag.exec(wanted)?.[1] ?? NaN)
}

/** How much lay on the shelf in the version that `If-Match` asks for; undefined when it does not say. */
export function seenStockOf({ headers }: FastifyRequest): number | undefined {
  const stock = entityTag.exec(headers['if-match']?.trim() ?? '')?.[2]
  return stock === undefined ? undefined : Number(stock)
}

const entityTag = /^(?:W\/)?"(\d+)(?:\.(-?\d+))?"$/
