import { startChild } from './child.ts'
import type { Side } from './figures.ts'
import type { Load, LoadResult } from './load.ts'
import type { Prepared } from './prepare.ts'

/** Sends requests from its own process. */
export function startLoad() {
  const { ask, [Symbol.asyncDispose]: dispose } = startChild('load.ts')
  const send = (work: Load) => ask<LoadResult>(work)
  return {
    [Symbol.asyncDispose]: dispose,
    send,
    /** The answers per second to these GET requests, one client per cookie; each asks for all paths in turn. */
    get:
      (url: string, path: string | string[], cookies: string[]): Side =>
      async (seconds) =>
        (await send({ kind: 'get', url, paths: [path].flat(), cookies, seconds })).perSecond,
    /** Books at a server for some seconds, each time after the previous places. */
    booking({ customers, firstDate }: Prepared) {
      let firstPlace = 0
      return async (url: string, keyed: boolean, seconds: number): Promise<LoadResult> => {
        const result = await send({
          kind: 'book',
          url,
          customers,
          firstDate,
          firstPlace,
          keyed,
          seconds,
        })
        firstPlace += result.answers
        return result
      }
    },
  }
}
