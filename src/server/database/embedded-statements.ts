import { parse, type PGlite, protocol, type Transaction } from '@electric-sql/pglite'
import type { Rows } from './driver.ts'

/** Runs a named statement, in `tx` when there is one. */
export type RunNamed = <Row>(
  statement: { name: string; text: string },
  values: unknown[],
  tx?: Transaction,
) => Promise<Rows<Row>>

const { serialize } = protocol

/**
 * Named statements on the embedded engine, parsed once and sent in one go. Its own `query` parses and plans each time,
 * which takes longer than running most of ours.
 */
export function namedStatements(pg: PGlite): RunNamed {
  const parameterTypes = new Map<string, number[]>()

  async function typesOf({ name, text }: { name: string; text: string }): Promise<number[]> {
    const known = parameterTypes.get(name)
    if (known) return known
    const messages = await send([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ])
    const types = parse.parseDescribeStatementResults(messages)
    parameterTypes.set(name, types)
    return types
  }

  const send = (messages: Uint8Array[], syncToFs = false) =>
    pg.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs })

  async function run<Row>(
    statement: { name: string; text: string },
    values: unknown[],
    syncToFs: boolean,
  ): Promise<Rows<Row>> {
    const types = await typesOf(statement)
    const bound = values.map((value, i) => {
      if (value === null || value === undefined) return null
      return (pg.serializers[types[i] ?? 0] ?? String)(value)
    })
    const messages = await send(
      [
        serialize.bind({ statement: statement.name, values: bound }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      ],
      syncToFs,
    )
    const result = parse.parseResults(messages, pg.parsers)[0]
    const rows = (result?.rows ?? []) as Row[]
    return { rows, rowCount: result?.rowCount ?? result?.affectedRows ?? rows.length }
  }

  return async (statement, values, tx) => {
    if (tx) {
      // The transaction keeps everybody else out already.
      if (tx.closed) throw new Error('Transaction is closed')
      return pg.runExclusive(() => run(statement, values, false))
    }
    await pg['_checkReady']()
    return pg['_runExclusiveTransaction'](() => pg.runExclusive(() => run(statement, values, true)))
  }
}
