// Writes every t(), text(), phrase() and plural() under src to its Spanish file, with '' for those not translated yet.
// `--check` writes nothing and fails if a translation is incomplete.
import { globSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { textRooms } from '../src/shared/texts/languages.ts'
import { contexts } from '../src/shared/texts/t.ts'
import { importsOf, roomsOf } from './text-rooms.ts'
import { arrange, problemsOf, readRooms, type Wanted, writeRooms } from './translations.ts'

const root = join(import.meta.dirname, '..')
const spanish = join(root, 'src/shared/texts/es')

const collected = new Set(['t', 'text', 'plural', 'phrase', 'pluralPhrase'])

interface Found {
  texts: Set<string>
  plurals: Set<string>
}

/** A parsed source file and its local names of t.ts functions. Throws with the file's name if it does not parse. */
export function parseTexts(path: string, source: string) {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return { program, names: importedNames(program) }
}

/** The source files whose texts are translated. */
export const sourcesWithTexts = (): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((name) => !/\.test\.tsx?$/.test(name))

/**
 * Adds the texts of one source file. Throws with its name if it does not parse, hides plural forms or uses an unknown
 * context.
 */
export function collectFrom(path: string, source: string, found: Found): void {
  const { program, names } = parseTexts(path, source)
  if (names.size === 0) return
  const add = (to: Set<string>, text: string) => to.add(checkContext(path, text))
  new Visitor({
    CallExpression(call) {
      const verb = call.callee.type === 'Identifier' && names.get(call.callee.name)
      if (!verb || !collected.has(verb)) return
      const counted = verb === 'plural' || verb === 'pluralPhrase'
      const texts = counted ? otherForms(call.arguments[1]) : literals(call.arguments[0])
      // A single text may be a variable marked at its definition; plural forms may not.
      if (counted && texts.length === 0)
        throw new Error(`${path}: write the forms into ${source.slice(call.start, call.end)}`)
      for (const text of texts) add(counted ? found.plurals : found.texts, text)
    },
  }).visit(program)
}

// An unknown context would be shown to users.
function checkContext(path: string, text: string): string {
  const named = /^(\w+)\|/.exec(text)?.[1]
  if (named === undefined || contexts.some((context) => context === named)) return text
  throw new Error(`${path}: '${text}' has an unknown context; t.ts has ${contexts.join(', ')}`)
}

// Local name → function, so that renamed imports count and another module's `t` does not.
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

// Every text an argument can evaluate to: t(late ? 'Late' : 'On time') holds two.
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

const readSource = (path: string) => readFileSync(join(root, path), 'utf8')

/** The texts that a client script and all its imports can show. */
export function textsOfScript(script: string): string[] {
  const found: Found = { texts: new Set(), plurals: new Set() }
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path) || !/\.tsx?$/.test(path)) return
    seen.add(path)
    const source = readSource(path)
    collectFrom(path, source, found)
    importsOf(path, parseTexts(path, source).program).forEach(visit)
  }
  visit(script)
  return [...found.texts]
}

/** All source texts, each with the first room, in room order, whose code shows it. */
function collectAll(): Wanted {
  const imports = new Map<string, string[]>()
  const byFile = new Map<string, Found>()
  for (const path of sourcesWithTexts()) {
    const source = readSource(path)
    const found: Found = { texts: new Set(), plurals: new Set() }
    collectFrom(path, source, found)
    byFile.set(path, found)
    imports.set(path, importsOf(path, parseTexts(path, source).program))
  }
  const roomOf = roomsOf(imports)
  const wanted: Wanted = { texts: new Map(), plurals: new Map() }
  for (const room of textRooms.toReversed())
    for (const [path, found] of byFile)
      if (roomOf(path) === room)
        for (const kind of ['texts', 'plurals'] as const)
          for (const text of found[kind]) wanted[kind].set(text, room)
  return wanted
}

function main(check: boolean): void {
  const wanted = collectAll()
  if (!check) writeRooms(spanish, arrange(readRooms(spanish), wanted))
  const problems = problemsOf(readRooms(spanish), wanted)
  if (problems.length === 0)
    return console.log(`the Spanish has all ${wanted.texts.size + wanted.plurals.size} texts`)
  const shown = problems.slice(0, 100).map((problem) => `src/shared/texts/es/${problem}`)
  console.error([...shown, ...(problems.length > 100 ? ['…'] : [])].join('\n'))
  if (check) process.exitCode = 1
}

if (realpathSync(process.argv[1] ?? '') === import.meta.filename)
  main(process.argv.includes('--check'))
