import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets the answered version for `If-Match`; for stocked items with their quantity. */
export const setVersion = (reply: FastifyReply, version: number, stock?: number) =>
  void reply.header('etag', stock === undefined ? `"${version}"` : `"${version}.${stock}"`)

/** Whether the seen version is outdated; undefined means unchecked. */
export const isStale = (seen: number | undefined, { version }: { version: number }): boolean =>
  seen !== undefined && seen !== version

/** The version in `If-Match`; undefined if any, NaN if no version can match. */
export function wantedVersion({ headers }: FastifyRequest): number | undefined {
  const wanted = headers['if-match']?.trim()
  if (!wanted || wanted === '*') return undefined
  return Number(entityTag.exec(wanted)?.[1] ?? NaN)
}

/** The stock in `If-Match`; undefined if not given. */
export function seenStockOf({ headers }: FastifyRequest): number | undefined {
  const stock = entityTag.exec(headers['if-match']?.trim() ?? '')?.[2]
  return stock === undefined ? undefined : Number(stock)
}

const entityTag = /^(?:W\/)?"(\d+)(?:\.(-?\d+))?"$/
