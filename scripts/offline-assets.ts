import type { Plugin, Rolldown } from 'vite'

/** Each list leaves out other roles' screens, which are not opened offline. */
const others = {
  offline: /\/screens\/(customer|admin|public)\/|\/brand\/tile-map/,
  // Of a customer's screens, only those about a visit.
  'offline-visit':
    /\/screens\/(technician|admin|public)\/|\/brand\/tile-map|\/screens\/customer\/(?!home|orders|job-communication)/,
  // Of the office's screens, only its home: the others need the server.
  'offline-office':
    /\/screens\/(technician|customer|public)\/|\/brand\/tile-map|\/screens\/admin\/(?!home)|\/features\/.*-(dialog|map)\./,
}

/** Each list leaves out other languages, including the test language, and other roles' texts. */
const otherWords = {
  'offline.json': /\/texts\/(accented-english|spanish)/,
  'offline.es.json': /\/texts\/(accented-english|es\/(admin|server))/,
  'offline-visit.json': /\/texts\/(accented-english|spanish)/,
  'offline-office.json': /\/texts\/(accented-english|spanish)/,
  'offline-office.es.json': /\/texts\/(accented-english|es\/server)/,
  'offline-visit.es.json': /\/texts\/(accented-english|es\/(technician|admin|server))/,
}

/** Tools that look for faults of the server, so they need it. */
const needsServer = /\/shared\/(diagnostics|system-test|site-audit|link-verification)\./

/**
 * Emits lists of the assets, with styles and fonts, that each role may load offline: `offline.json` for the technician's
 * app, `offline-visit.json` for a customer's screens about a visit, and `offline-office.json` for the office's home. Each
 * list exists once per language.
 */
export function offlineAssets(): Plugin {
  return {
    name: 'offline-assets',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Runs after chunks that contain only styles were removed.
      order: 'post',
      handler(_, bundle) {
        for (const [fileName, words] of Object.entries(otherWords)) {
          const [list = ''] = fileName.split('.')
          const screens = others[list as keyof typeof others]
          const elsewhere = (path: string) => screens.test(path) || words.test(path)
          const paths = assetsOf(bundle, elsewhere).map((file) => `/${file}`)
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(paths) })
        }
      },
    },
  }
}

function assetsOf(bundle: Rolldown.OutputBundle, elsewhere: (path: string) => boolean): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    const id = chunk?.facadeModuleId ?? ''
    if (!chunk || found.has(chunk.fileName) || elsewhere(id) || needsServer.test(id)) return
    found.add(chunk.fileName)
    for (const name of [...chunk.imports, ...chunk.dynamicImports])
      visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('/index.html')))
  const shared = Object.keys(bundle).filter((file) => /\.(css|woff2)$/.test(file))
  return [...found, ...shared].filter((file) => file.startsWith('assets/'))
}
