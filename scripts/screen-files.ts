import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const folder = fileURLToPath(new URL('../src/client/', import.meta.url))

type ScreenRoute = { path: string; audience: string[]; screen: string }
type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/**
 * Emits `.vite/screens.json`: for each client route the files of its screen, besides those every page of the app loads, so
 * that the server can name them in the page.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Runs after chunks that contain only styles were removed.
      order: 'post',
      handler(_, bundle) {
        const all = Object.values(bundle).filter((file) => file.type === 'chunk')
        const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]))
        const started = filesOf(chunks, `${folder.replace(/src\/client\/$/, '')}index.html`)
        const screens = routesOf(readFileSync(`${folder}routes.tsx`, 'utf8')).map(
          ({ screen, ...route }) => ({
            ...route,
            files: [...filesOf(chunks, folder + screen)].filter((file) => !started.has(file)),
          }),
        )
        this.emitFile({
          type: 'asset',
          fileName: '.vite/screens.json',
          source: JSON.stringify(screens),
        })
      },
    },
  }
}

/** The client's routes, parsed from the source of their table, because importing it would load the whole app. */
export function routesOf(source: string): ScreenRoute[] {
  const named = /const signedIn = (\[.*?\])/s.exec(source)?.[1] ?? '[]'
  const lists = (text: string) => (text === 'signedIn' ? named : text)
  const found = source.matchAll(
    /route\(\s*'([^']+)',\s*(signedIn|\[[^\]]*\]),\s*\(\) => import\('\.\/([^']+)'\)/g,
  )
  const routes = [...found].map(([, path = '', audience = '', screen = '']) => ({
    path,
    audience: [...lists(audience).matchAll(/'([^']+)'/g)].map(([, who = '']) => who),
    screen,
  }))
  const written = source.match(/^ {2}route\(/gm)?.length
  if (routes.length !== written) throw new Error('The table of routes has one of another form')
  return routes
}

/** A module's file and all its imports, scripts and styles. */
function filesOf(chunks: Chunks, module: string): Set<string> {
  const found = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    chunk.viteMetadata?.importedCss.forEach((file) => found.add(file))
    for (const file of chunk.imports) visit(chunks.get(file))
  }
  const own = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === module)
  if (!own) throw new Error(`No file was built of ${module}`)
  visit(own)
  return found
}
