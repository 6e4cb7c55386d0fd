import type { Plugin, Rolldown } from 'vite'

/** What nobody opens without a network: screens of others. */
const others = {
  offline: /\/screens\/(customer|admin|public)\/|\/brand\/tile-map/,
  // Of a customer's pages those about a visit.
  'offline-visit':
    /\/screens\/(technician|admin|public)\/|\/brand\/tile-map|\/screens\/customer\/(?!home|orders|job-communication)/,
  // Of the office its home alone: what else it does needs the server.
  'offline-office':
    /\/screens\/(technician|customer|public)\/|\/brand\/tile-map|\/screens\/admin\/(?!home)|\/features\/.*-(dialog|map)\./,
}

/** Languages that are not theirs, that of tests among them, and the words of others. */
const otherWords = {
  'offline.json': /\/texts\/(accented-english|spanish)/,
  'offline.es.json': /\/texts\/(accented-english|es\/(admin|server))/,
  'offline-visit.json': /\/texts\/(accented-english|spanish)/,
  'offline-office.json': /\/texts\/(accented-english|spanish)/,
  'offline-office.es.json': /\/texts\/(accented-english|es\/server)/,
  'offline-visit.es.json': /\/texts\/(accented-english|es\/(technician|admin|server))/,
}

/** Whoever runs these looks for what is wrong with the server. */
const needsServer = /\/shared\/(diagnostics|system-test|site-audit|link-verification)\./

/**
 * Emits `offline.json`: the paths of all assets that the app of a technician may load, styles and fonts too; and
 * `offline-visit.json`, the same of the pages that a customer opens about a visit, and `offline-office.json`, of the
 * office's home. Each once more for each language.
 */
export function offlineAssets(): Plugin {
  return {
    name: 'offline-assets',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After the chunks that turned out to hold nothing but styles are gone.
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
