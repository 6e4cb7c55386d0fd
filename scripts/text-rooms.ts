import { dirname, join } from 'node:path/posix'
import { type ESTree, Visitor } from 'vite'
import type { TextRoom } from '../src/shared/texts/languages.ts'

/** The rooms the browser loads, by the paths of their screens; the first is everything not only for staff. */
const screensOf = {
  technician: /^src\/client\/screens\/(technician\/|shared\/day-sheet)/,
  admin: /^src\/client\/screens\/(admin\/|shared\/office-tools)/,
} as const
const isForStaff = (path: string) => Object.values(screensOf).some((screens) => screens.test(path))

const entries = [
  'src/client/main.tsx',
  'src/client/public-pages.ts',
  'src/client/screens/public/prerender.tsx',
]

/** The files of src/ that a module imports code from, statically or dynamically. */
export function importsOf(path: string, program: ESTree.Program): string[] {
  const found: string[] = []
  const add = (source: ESTree.Node | null | undefined) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return
    if (/^\.\.?\//.test(source.value)) found.push(join(dirname(path), source.value))
    else if (source.value.startsWith('#')) found.push(`src/${source.value.slice(1)}`)
  }
  new Visitor({
    ImportDeclaration(node) {
      const isOfTypes =
        node.importKind === 'type' ||
        (node.specifiers.length > 0 &&
          node.specifiers.every(
            (one) => one.type === 'ImportSpecifier' && one.importKind === 'type',
          ))
      if (!isOfTypes) add(node.source)
    },
    ExportNamedDeclaration(node) {
      if (node.exportKind !== 'type') add(node.source)
    },
    ExportAllDeclaration(node) {
      if (node.exportKind !== 'type') add(node.source)
    },
    ImportExpression(node) {
      add(node.source)
    },
  }).visit(program)
  return found
}

/** The room of a file's texts: `shared` if any page may load it, else the staff's, else the server's. */
export function roomsOf(imports: ReadonlyMap<string, readonly string[]>) {
  const reached = (starts: readonly string[], stop: (path: string) => boolean) => {
    const found = new Set<string>()
    const visit = (path: string): void => {
      if (found.has(path) || stop(path)) return
      found.add(path)
      imports.get(path)?.forEach(visit)
    }
    starts.forEach(visit)
    return found
  }
  const screens = (pattern: RegExp) => [...imports.keys()].filter((path) => pattern.test(path))
  const shared = reached(entries, isForStaff)
  const technician = reached(screens(screensOf.technician), () => false)
  const admin = reached(screens(screensOf.admin), () => false)
  return (path: string): TextRoom => {
    if (shared.has(path)) return 'shared'
    if (technician.has(path)) return 'technician'
    return admin.has(path) ? 'admin' : 'server'
  }
}
