import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Driver, Handle, TransactionOptions } from './driver.ts'
import { preparedStatements, type RunStatement } from './embedded-statements.ts'

/** One engine as a driver. It has one connection: a transaction keeps everyone else waiting. */
export function embeddedDriver(pg: PGlite, close: () => Promise<void>): Driver {
  const { alone, inTransaction } = preparedStatements(pg)
  return {
    engine: 'embedded',
    ...handleOn(pg, alone),
    transaction: (run, options) =>
      pg.transaction(async (tx) => {
        const setting = transactionSetting(options)
        if (setting) await tx.exec(setting)
        return run(handleOn(tx, inTransaction(tx)))
      }),
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
