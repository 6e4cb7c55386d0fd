import type { PGlite, Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Driver, Handle, TransactionOptions } from './driver.ts'

/** One engine as a driver. It has one connection: a transaction keeps everyone else waiting. */
export function embeddedDriver(pg: PGlite, close: () => Promise<void>): Driver {
  return {
    engine: 'embedded',
    ...handleOn(pg),
    transaction: (run, options) =>
      pg.transaction(async (tx) => {
        const setting = transactionSetting(options)
        if (setting) await tx.exec(setting)
        return run(handleOn(tx))
      }),
    listen: (channel, onPayload) => pg.listen(channel, onPayload),
    dump: () => pg.dumpDataDir('none'),
    close,
  }
}

function handleOn(client: PGlite | Transaction): Handle {
  return {
    drizzle: drizzle(client as PGlite) as unknown as Database,
    async query(text: string, values: unknown[]) {
      const { rows, rowCount, affectedRows } = await client.query<never>(text, values)
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
