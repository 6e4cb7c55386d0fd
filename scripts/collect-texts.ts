// Writes src/shared/texts/message-catalog.ts from every t(), text(), phrase() and plural() under src, and puts every text
// into the file of the translation that it belongs to, '' where nobody has translated it yet.
// `--check` writes nothing and fails when the committed catalog is stale or a translation is not whole.
import { globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import type { ESTree } from 'vite'
import { type TextRoom, textRooms } from '../src/shared/texts/languages.ts'
import { contexts } from '../src/shared/texts/t.ts'
import { sameAsEnglish } from './same-as-english.ts'
import { importsOf, roomsOf } from './text-rooms.ts'
import { arrange, problemsOf, readRooms, writeRooms } from './translations.ts'

const root = join(import.meta.dirname, '..')
const catalogPath = join(root, 'src/shared/texts/message-catalog.ts')
const spanish = join(root, 'src/shared/texts/es')
const spanishForms = ['one', 'other'] as const

const collected = new Set(['t', 'text', 'plural', 'phrase', 'pluralPhrase'])

interface Found {
  texts: Set<string>
  plurals: Set<string>
}

/** A source file and which of its names are verbs of t.ts. Throws with the file's name when it does not parse. */
export function parseTexts(path: string, source: string) {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return { program, names: importedNames(program) }
}

/** The sources whose texts count. */
export const sourcesWithTexts = (): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((name) => !/\.test\.tsx?$/.test(name))

/** Adds the texts of one source file. Throws with its name when it does not parse, hides the forms of a plural or invents a context. */
export function collectFrom(path: string, source: string, found: Found): void {
  const { program, names } = parseTexts(path, source)
  if (names.size === 0) return
  const add = (to: Set<string>, text: string) => to.add(checkContext(path, text))
  new Visitor({
    CallExpression(call) {
      const verb = call.callee.type === 'Identifier' && names.get(call.callee.name)
      if (!verb || !collected.has(verb)) return
      const counted = verb === 'plural' || verb === 'pluralPhrase'
      const said = counted ? otherForms(call.arguments[1]) : literals(call.arguments[0])
      // A single text can come from one that is marked where it stands; forms cannot.
      if (counted && said.length === 0)
        throw new Error(`${path}: write the forms into ${source.slice(call.start, call.end)}`)
      for (const text of said) add(counted ? found.plurals : found.texts, text)
    },
  }).visit(program)
}

// An unknown context would be shown to people.
function checkContext(path: string, text: string): string {
  const named = /^(\w+)\|/.exec(text)?.[1]
  if (named === undefined || contexts.some((context) => context === named)) return text
  throw new Error(`${path}: '${text}' has an unknown context; t.ts has ${contexts.join(', ')}`)
}

/** The catalog as source text, sorted, quoted the way the formatter quotes. */
export function writeCatalog(found: Found): string {
  return [
    '// Written by scripts/collect-texts.ts from every t(), text(), phrase() and plural() under src.',
    '',
    list('texts', 'Text', found.texts),
    '',
    list('plurals', 'PluralText', found.plurals),
    '',
  ].join('\n')
}

// Local name → verb, so that a renamed import counts and somebody else's `t` does not.
function importedNames(program: ESTree.Program): Map<string, string> {
  const names = new Map<string, string>()
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !/(^|\/)t\.ts$/.test(node.source.value)) continue
    for (const imported of node.specifiers) {
      if (imported.type !== 'ImportSpecifier' || imported.imported.type !== 'Identifier') continue
      names.set(imported.local.name, imported.imported.name)
    }
  }
  return names
}

// Every text an argument can become: t(late ? 'Late' : 'On time') holds two.
function literals(node: ESTree.Node | undefined): string[] {
  if (!node) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral') {
    return node.expressions.length === 0 ? [node.quasis[0]?.value.cooked ?? ''] : []
  }
  if (node.type === 'ConditionalExpression') {
    return [...literals(node.consequent), ...literals(node.alternate)]
  }
  if (node.type === 'LogicalExpression') return [...literals(node.left), ...literals(node.right)]
  if (node.type === 'ParenthesizedExpression') return literals(node.expression)
  return []
}

function otherForms(node: ESTree.Node | undefined): string[] {
  if (node?.type !== 'ObjectExpression') return []
  return node.properties.flatMap((property) =>
    property.type === 'Property' &&
    property.key.type === 'Identifier' &&
    property.key.name === 'other'
      ? literals(property.value)
      : [],
  )
}

function list(name: string, type: string, members: Set<string>): string {
  const sorted = [...members].toSorted((a, b) => (a < b ? -1 : 1)).map(quote)
  const rows = sorted.map((member) => `  ${member},`)
  return [
    `export const ${name} = [`,
    ...rows,
    '] as const',
    `export type ${type} = (typeof ${name})[number]`,
  ].join('\n')
}

function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1)
  const plain = escaped.replaceAll('\\"', '"')
  const singles = text.split("'").length
  const doubles = text.split('"').length
  return singles > doubles ? `"${escaped}"` : `'${plain.replaceAll("'", "\\'")}'`
}

/** All texts of the sources, and the room of each: that of whoever reads it first in the order of the rooms. */
export function collectAll() {
  const found: Found = { texts: new Set(), plurals: new Set() }
  const imports = new Map<string, string[]>()
  const byFile = new Map<string, Found>()
  for (const path of sourcesWithTexts()) {
    const source = readFileSync(join(root, path), 'utf8')
    const here: Found = { texts: new Set(), plurals: new Set() }
    collectFrom(path, source, here)
    byFile.set(path, here)
    imports.set(path, importsOf(path, parseTexts(path, source).program))
  }
  const roomOf = roomsOf(imports)
  const wanted = { texts: new Map<string, TextRoom>(), plurals: new Map<string, TextRoom>() }
  for (const [path, here] of byFile)
    for (const kind of ['texts', 'plurals'] as const)
      for (const text of here[kind]) {
        found[kind].add(text)
        const before = wanted[kind].get(text)
        const rooms = textRooms.filter((room) => room === before || room === roomOf(path))
        wanted[kind].set(text, rooms[0] ?? 'server')
      }
  return { found, wanted }
}

function main(check: boolean): void {
  const { found, wanted } = collectAll()
  const catalog = writeCatalog(found)
  if (!check) {
    writeFileSync(catalogPath, catalog)
    writeRooms(spanish, arrange(readRooms(spanish), wanted, spanishForms))
  }
  const problems = problemsOf(readRooms(spanish), wanted, sameAsEnglish).map(
    (problem) => `src/shared/texts/es/${problem}`,
  )
  if (readFileSync(catalogPath, 'utf8') !== catalog)
    problems.unshift('src/shared/texts/message-catalog.ts is stale: run `npm run texts`')
  if (problems.length === 0)
    return console.log(
      `the catalog and its Spanish have all ${found.texts.size + found.plurals.size} texts`,
    )
  console.error([...problems.slice(0, 100), ...(problems.length > 100 ? ['…'] : [])].join('\n'))
  if (check) process.exitCode = 1
}

if (realpathSync(process.argv[1] ?? '') === import.meta.filename)
  main(process.argv.includes('--check'))
