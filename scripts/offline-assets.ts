import type { Plugin, Rolldown } from 'vite'

/** What nobody opens who works without a network: screens of others, and the language of tests. */
const elsewhere = /\/src\/client\/screens\/(customer|admin|public)\/|\/texts\/accented-english/

/** Emits `offline.json`: the paths of all assets that the app of a technician may load, styles and fonts too. */
export function offlineAssets(): Plugin {
  return {
    name: 'offline-assets',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After the chunks that turned out to hold nothing but styles are gone.
      order: 'post',
      handler(_, bundle) {
        const paths = assetsOf(bundle).map((file) => `/${file}`)
        this.emitFile({ type: 'asset', fileName: 'offline.json', source: JSON.stringify(paths) })
      },
    },
  }
}

function assetsOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName) || elsewhere.test(chunk.facadeModuleId ?? '')) return
    found.add(chunk.fileName)
    for (const name of [...chunk.imports, ...chunk.dynamicImports])
      visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('/index.html')))
  const others = Object.keys(bundle).filter((file) => /\.(css|woff2)$/.test(file))
  return [...found, ...others].filter((file) => file.startsWith('assets/'))
}
