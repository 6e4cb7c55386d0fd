import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { type Cell, csvLines } from './csv.ts'

/** Processor time per page: nothing else runs in the meantime, least of all with the embedded database. */
const pageMs = 8
const rows = { fewest: 100, most: 1000 }

/** Rows of an export and the position after them; undefined at the end. */
type ExportPage<Row, Place = string> = { rows: Row[]; next?: Place | undefined }

/**
 * All results of `read`, page after page, in the caller's language and from the same database. A page is read once the
 * previous one was consumed, in statements of its own: a slow reader holds nothing, and one that stops ends it.
 */
export function exportPages<Row, Place = string>(
  read: (limit: number, after: Place | undefined) => Promise<ExportPage<Row, Place>>,
): AsyncGenerator<Row[]> {
  const inContext = AsyncLocalStorage.snapshot()
  return everyPage<Row, Place>((limit, after) => inContext(() => read(limit, after)))
}

/** A column of an export: its header and each row's cell. */
export type CsvColumn<Row> = readonly [header: string, cellOf: (row: Row) => Cell]

/** The results of `read` as CSV, page after page as `exportPages`. */
export const csvExport = <Row, Place = string>(
  columns: readonly CsvColumn<Row>[],
  read: (limit: number, after: Place | undefined) => Promise<ExportPage<Row, Place>>,
): AsyncIterable<string> =>
  csvLines(
    columns.map(([header]) => header),
    exportPages<Cell[], Place>(async (limit, after) => {
      const page = await read(limit, after)
      return { ...page, rows: page.rows.map((row) => columns.map(([, cellOf]) => cellOf(row))) }
    }),
  )

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
    // At most double, since one fast page proves little.
    limit = Math.round(Math.min(rows.most, limit * 2, Math.max(rows.fewest, wanted)))
    yield page.rows
    after = page.next
    // The embedded database answers without yielding to the event loop.
    await setImmediate()
  } while (after !== undefined)
}
