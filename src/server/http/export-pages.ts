import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

/** Of this process's time for one page: nobody else has any of it meanwhile, least of all with the embedded database. */
const pageMs = 8
const rows = { fewest: 100, most: 1000 }

/** Rows of an export and the place after them, undefined at the end. */
export type ExportPage<Row, Place = string> = { rows: Row[]; next?: Place | undefined }

/**
 * Everything that `read` finds after one place and the next, in the language of whoever asks and where they read. A page is read when
 * the one before has been taken, in statements of its own: whoever takes slowly holds nothing, and who stops ends it.
 */
export function exportPages<Row, Place = string>(
  read: (limit: number, after: Place | undefined) => Promise<ExportPage<Row, Place>>,
): AsyncGenerator<Row[]> {
  const asAsked = AsyncLocalStorage.snapshot()
  return everyPage<Row, Place>((limit, after) => asAsked(() => read(limit, after)))
}

async function* everyPage<Row, Place>(
  read: (limit: number, after: Place | undefined) => Promise<ExportPage<Row, Place>>,
): AsyncGenerator<Row[]> {
  let limit = rows.fewest
  let after: Place | undefined
  do {
    const start = process.cpuUsage()
    const page = await read(limit, after)
    const { user, system } = process.cpuUsage(start)
    const wanted = (limit * pageMs * 1000) / (user + system)
    // Twice as many at most, for one quick page says little.
    limit = Math.round(Math.min(rows.most, limit * 2, Math.max(rows.fewest, wanted)))
    yield page.rows
    after = page.next
    // The embedded database answers without ever leaving the turn.
    await setImmediate()
  } while (after !== undefined)
}
