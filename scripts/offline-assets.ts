import type { Plugin, Rolldown } from 'vite'

/** What nobody opens without a network: screens of others, and the language of tests. */
const listed = {
  'offline.json':
    /\/screens\/(customer|admin|public)\/|\/brand\/tile-map|\/texts\/accented-english/,
  // Of a customer's pages those about a visit.
  'offline-visit.json':
    /\/screens\/(technician|admin|public)\/|\/brand\/tile-map|\/screens\/customer\/(?!home|orders|job-communication)|\/texts\/accented-english/,
}

/** Whoever runs these looks for what is wrong with the server. */
const needsServer = /\/everyone\/(diagnostics|system-test|site-audit|link-verification)\./

/**
 * Emits `offline.json`: the paths of all assets that the app of a technician may load, styles and fonts too; and
 * `offline-visit.json`, the same of the pages that a customer opens about a visit.
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
        for (const [fileName, others] of Object.entries(listed)) {
          const paths = assetsOf(bundle, others).map((file) => `/${file}`)
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(paths) })
        }
      },
    },
  }
}

function assetsOf(bundle: Rolldown.OutputBundle, elsewhere: RegExp): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    const id = chunk?.facadeModuleId ?? ''
    if (!chunk || found.has(chunk.fileName) || elsewhere.test(id) || needsServer.test(id)) return
    found.add(chunk.fileName)
    for (const name of [...chunk.imports, ...chunk.dynamicImports])
      visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('/index.html')))
  const shared = Object.keys(bundle).filter((file) => /\.(css|woff2)$/.test(file))
  return [...found, ...shared].filter((file) => file.startsWith('assets/'))
}
