import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Driver, Handle, TransactionOptions } from './driver.ts'
import { preparedStatements, type RunStatement } from './embedded-statements.ts'

type EngineOptions = {
  close: () => Promise<void>
  /** Whether there is disk space to write. */
  mayWrite?: () => boolean
}

/** An engine as a driver. It has one connection: a transaction makes everyone else wait. */
export function embeddedDriver(
  pg: PGlite,
  { close, mayWrite = () => true }: EngineOptions,
): Driver {
  const { alone, inTransaction } = preparedStatements(pg)
  let writes = true
  /** Without disk space every write is refused, as by a read-only server, until there is space again. */
  const refuseOrWrite = async () => {
    if (writes === mayWrite()) return
    writes = !writes
    // Later statements wait behind it.
    await pg.exec(`set default_transaction_read_only = ${writes ? 'off' : 'on'}`)
  }
  const run: RunStatement = async (...statement) => {
    await refuseOrWrite()
    return alone(...statement)
  }
  return {
    engine: 'embedded',
    ...handleOn(pg, run),
    transaction: async (act, options) => {
      await refuseOrWrite()
      return pg.transaction(async (tx) => {
        const setting = transactionSetting(options)
        if (setting) await tx.exec(setting)
        return act(handleOn(tx, inTransaction(tx)))
      })
    },
    listen: (channel, onPayload) => pg.listen(channel, onPayload),
    dump: () => pg.dumpDataDir('none'),
    close,
  }
}

function handleOn(client: PGlite | Transaction, run: RunStatement): Handle {
  let made: Database | undefined
  return {
    // Created on demand: most transactions don't use it.
    get drizzle() {
      return (made ??= drizzle({ client: { query: run } as PGlite }) as unknown as Database)
    },
    async query(text: string, values: unknown[], name?: string) {
      const { rows, rowCount, affectedRows } = await run<never>(text, values, undefined, name)
      return { rows, rowCount: rowCount ?? affectedRows ?? rows.length }
    },
    async script(text) {
      return (await client.exec(text)).flatMap((result) => result.rows)
    },
  }
}

function transactionSetting({ isolation, readOnly }: TransactionOptions): string | undefined {
  if (!isolation && !readOnly) return undefined
  const level = isolation ? ` isolation level ${isolation}` : ''
  return `set transaction${level}${readOnly ? ' read only' : ''}`
}
