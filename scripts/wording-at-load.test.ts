import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { parseTexts, sourcesWithTexts } from './collect-texts.ts'

const wordingVerbs = new Set(['t', 'plural', 'translate', 'wording'])

/** Calls that render a text while the module loads, before any user's language is known. */
function wordedAtLoad(path: string, source: string): string[] {
  const { program, names } = parseTexts(path, source)
  if (names.size === 0) return []
  const found: string[] = []
  let functions = 0
  const enter = () => void functions++
  const leave = () => void functions--
  const check = (call: ESTree.CallExpression) => {
    const verb = call.callee.type === 'Identifier' && names.get(call.callee.name)
    if (functions === 0 && verb && wordingVerbs.has(verb))
      found.push(`${path}: ${source.slice(call.start, call.end)}`)
  }
  new Visitor({
    CallExpression: check,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  }).visit(program)
  return found
}

test('no text is rendered when a module loads', () => {
  const root = join(import.meta.dirname, '..')
  const found = sourcesWithTexts().flatMap((path) =>
    wordedAtLoad(path, readFileSync(join(root, path), 'utf8')),
  )
  expect(found).toEqual([])
})

test('distinguishes texts rendered at load from those in a function', () => {
  const source = `
    import { t, text, translate } from './t.ts'
    const frozen = { a: t('Frozen'), b: [translate(text('Cold'))] }
    const lazy = { a: () => t('Warm'), get b() { return t('Warm') } }
    function Screen() { return <p title={t('Warm')}>{t('Warm')}</p> }
    const marked = text('Marked')
  `
  expect(wordedAtLoad('screen.tsx', source)).toEqual([
    "screen.tsx: t('Frozen')",
    "screen.tsx: translate(text('Cold'))",
  ])
})
