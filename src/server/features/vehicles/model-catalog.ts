import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readYearRanges } from '#shared/rules/model-years.ts'
import { displayMake } from '#shared/rules/vehicle-names.ts'
import { type ModelCatalog, suggestModels } from './suggest-models.ts'
import { root } from '#server/base/root.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const catalogFile = join(root, 'data/vehicles/makes-models.json')

type TaggedCatalog = { catalog: ModelCatalog; etag: string }
let read: Promise<TaggedCatalog> | undefined

/** Makes and models in common names with their model years, read once; `etag` changes with them. */
function modelCatalog(): Promise<TaggedCatalog> {
  read ??= readCatalog()
  return read
}

async function readCatalog(): Promise<TaggedCatalog> {
  const text = await readFile(catalogFile, 'utf8')
  const catalog = inPlainWords(JSON.parse(text) as ModelCatalog)
  const hash = createHash('sha256').update(JSON.stringify(catalog)).digest('base64url')
  return { catalog, etag: `"${hash.slice(0, 22)}"` }
}

/** The catalog with common names; models sharing a name are combined. */
function inPlainWords(raw: ModelCatalog): ModelCatalog {
  const plain: ModelCatalog = {}
  for (const [make, models] of Object.entries(raw)) {
    const named = (plain[displayMake(make)] ??= {})
    for (const [model, years] of Object.entries(models))
      for (const name of suggestModels({ [make]: { [model]: years } }, make))
        named[name] = mergeYears(named[name] ? `${named[name]},${years}` : years)
  }
  return plain
}

function mergeYears(years: string): string {
  const merged: [from: number, to: number][] = []
  for (const [from, to] of readYearRanges(years).toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

/** Makes and models, cached by browsers for a day and then revalidated. */
export async function sendSuggestions(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ModelCatalog> {
  const { catalog, etag } = await modelCatalog()
  reply.header('etag', etag).header('cache-control', 'public, max-age=86400')
  if (request.headers['if-none-match'] !== etag) return catalog
  reply.code(304)
  return {}
}
