import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Driver, Handle, TransactionOptions } from './driver.ts'
import { preparedStatements, type RunStatement } from './embedded-statements.ts'

type EngineOptions = {
  close: () => Promise<void>
  /** Whether there is room on the disk to write. */
  mayWrite?: () => boolean
}

/** One engine as a driver. It has one connection: a transaction keeps everyone else waiting. */
export function embeddedDriver(
  pg: PGlite,
  { close, mayWrite = () => true }: EngineOptions,
): Driver {
  const { alone, inTransaction } = preparedStatements(pg)
  let writes = true
  /** Without room everything that would write is refused, as by a server that only reads; with room again it is not. */
  const refuseOrWrite = async () => {
    if (writes === mayWrite()) return
    writes = !writes
    // Whoever comes next waits behind it.
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
    // Made when asked for: most transactions do without.
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
