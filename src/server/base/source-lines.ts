import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './root.ts'

const builtFrame = /(file:\/\/\S+?\/dist\/server\/[^/\s:]+\.mjs):(\d+):(\d+)/g

/**
 * A stack of the built server with source lines such as `src/server/start.ts:31:9`. Node's own switch reads every map at the
 * start and takes 30 MB; this reads a map only after an error.
 */
export function sourceLines(stack: string): string {
  return stack.replace(builtFrame, (frame: string, url: string, line: string, column: string) => {
    const map = mapOf(url)
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!found || !('originalSource' in found)) return frame
    const source = relative(root, fileURLToPath(new URL(found.originalSource, url)))
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

const maps = new Map<string, SourceMap | undefined>()

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(`${fileURLToPath(url)}.map`))
  return maps.get(url)
}

function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // Built or deployed without it: keep the built lines.
    return undefined
  }
}
