// The contract as data for tests over all of it.
import { contract } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Role } from '#shared/rules/roles.ts'
import { queryRow, queryRows } from '#server/database/database.ts'

export const unknownId = '7f1d2c3b-0a49-4e58-8d67-9c8b7a6f5e4d'

export type Call = { route: string; method: string; path: string; endpoint: Endpoint }

/** Signing out comes last, so it does not end the session of the other calls. */
export const calls: Call[] = Object.entries(contract as Record<string, Endpoint>)
  .map(([route, endpoint]) => {
    const [method = '', path = ''] = route.split(' ')
    return { route, method, path, endpoint }
  })
  .toSorted((a, b) => Number(a.path === '/api/logout') - Number(b.path === '/api/logout'))

export const stateChanging = calls.filter(({ method }) => method !== 'GET')
export const withBody = calls.filter(({ endpoint }) => endpoint.body)
export const withoutBody = stateChanging.filter(
  ({ endpoint }) => !endpoint.body && !endpoint.rawBody && !endpoint.upload,
)

/** A value for every `{name}` of a path. */
export const paramsFor = ({ path }: Call, value?: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      value ?? (name === 'date' ? '2026-11-24' : unknownId),
    ]),
  )

/** A role that may make the call, with the least rights if there is a choice. */
export function callerOf({ endpoint: { allow } }: Call): Role {
  const [first = 'customer'] = allow
  return first === 'public' || first === 'person' || first === 'guest' || first === 'leaver'
    ? 'customer'
    : first
}

/** All rows of all tables and the queue as text, to check that something is absent. */
export async function databaseText(): Promise<string> {
  const texts: string[] = []
  for (const { name } of await allTables()) {
    const rows = await queryRows<{ row: string }>({
      name: `test-text-of-${name}`,
      text: `select row_to_json(t)::text as row from ${name} t`,
    })
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

/** A hash of each table's content: equal before and after means nothing was written. */
export async function databaseContent(): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const { name } of await allTables()) {
    const row = await queryRow<{ hash: string }>({
      name: `test-content-${name}`,
      text: `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
    })
    content[name] = row?.hash ?? ''
  }
  return content
}

const allTables = () =>
  queryRows<{ name: string }>({
    name: 'test-tables',
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
           where schemaname = 'public' or (schemaname = 'pgboss' and tablename = 'job')`,
  })
