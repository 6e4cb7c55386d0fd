import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectFrom, parseTexts } from './collect-texts.ts'
import { importsOf } from './text-rooms.ts'

export type Words = Record<string, string>

const root = join(import.meta.dirname, '..')

/** The texts that a script of the client and all it imports may say. */
export function wordsOfScript(script: string): string[] {
  const found = { texts: new Set<string>(), plurals: new Set<string>() }
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path) || !/\.tsx?$/.test(path)) return
    seen.add(path)
    const source = readFileSync(join(root, path), 'utf8')
    collectFrom(path, source, found)
    importsOf(path, parseTexts(path, source).program).forEach(visit)
  }
  visit(script)
  return [...found.texts]
}
