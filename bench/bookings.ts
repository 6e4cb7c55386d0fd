import type { Child } from './child.ts'
import type { Load, LoadResult } from './load.ts'
import type { Prepared } from './prepare.ts'

type Asked = { url: string; keyed: boolean; seconds: number }

/** Books at a server for some seconds, each time the places after those of before. */
export function bookingsBy(load: Child, { customers, firstDate }: Prepared) {
  let firstPlace = 0
  return async (asked: Asked): Promise<LoadResult> => {
    const work: Load = { kind: 'book', customers, firstDate, firstPlace, ...asked }
    const result = await load.ask<LoadResult>(work)
    firstPlace += result.answers
    return result
  }
}
