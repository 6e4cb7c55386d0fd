import { parse, type PGlite, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import { span } from '#server/base/span.ts'

/** Like PGlite's own `query`, in the given open transaction. */
export type RunStatement = <Row>(
  text: string,
  values?: unknown[],
  options?: QueryOptions,
  name?: string,
) => Promise<Results<Row>>

const { serialize } = protocol

/** Far more than the program has; texts with inlined values must not fill the memory. */
const mostStatements = 500

type Statement = {
  name: string
  /** Type ids of its parameters. */
  types: number[]
  /** Description of its result; empty if it returns none. */
  columns: Message[]
}

type Message = Parameters<typeof parse.parseResults>[0][number]

const isColumns = (message: Message) => message.name === 'rowDescription'

/**
 * Statements on the embedded engine, each parsed, planned and described once, cached by text, and sent in one go. Its own
 * `query` repeats all that, which takes longer than running most of ours.
 */
export function preparedStatements(pg: PGlite): {
  alone: RunStatement
  inTransaction: (tx: { closed: boolean }) => RunStatement
} {
  const known = new Map<string, Statement>()

  const send = (messages: Uint8Array[], syncToFs = false) =>
    pg.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs })

  async function prepare(text: string): Promise<Statement> {
    const prepared = known.get(text)
    if (prepared) return prepared
    // The unnamed statement lives until the next one is parsed.
    const name = known.size < mostStatements ? `statement_${known.size}` : ''
    const described = await send([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ])
    const types = parse.parseDescribeStatementResults(described)
    const statement = { name, types, columns: described.filter(isColumns) }
    if (name) known.set(text, statement)
    return statement
  }

  async function run<Row>(
    syncToFs: boolean,
    text: string,
    values: unknown[] = [],
    options?: QueryOptions,
  ): Promise<Results<Row>> {
    const { name, types, columns } = await prepare(text)
    const bound = values.map((value, i) => {
      if (value === null || value === undefined) return null
      const oid = types[i] ?? 0
      return (options?.serializers?.[oid] ?? pg.serializers[oid] ?? String)(value)
    })
    const answer = await send(
      [serialize.bind({ statement: name, values: bound }), serialize.execute({})],
      syncToFs,
    )
    return parse.parseResults([...columns, ...answer], pg.parsers, options)[0] as Results<Row>
  }

  const timed = <Row>(syncToFs: boolean, statement: Parameters<RunStatement>) => {
    const [text, values, options, name] = statement
    return span({ kind: 'statement', name, text }, () => run<Row>(syncToFs, text, values, options))
  }

  return {
    async alone(...statement) {
      await pg['_checkReady']()
      return pg['_runExclusiveTransaction'](() => pg.runExclusive(() => timed(true, statement)))
    },
    // The transaction already has exclusive access.
    inTransaction:
      (tx) =>
      async (...statement) => {
        if (tx.closed) throw new Error('Transaction is closed')
        return pg.runExclusive(() => timed(false, statement))
      },
  }
}
