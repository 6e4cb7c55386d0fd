import type { Plugin } from 'vite'

/**
 * Loads a lazy part's styles before the part. Vite's helper, which every page loads, is four times the size: it preloads
 * modules too, which browsers do themselves.
 */
const helper = `
export const __vitePreload = async (load, styles = []) => {
  await Promise.all(styles.map((file) => loadStyle('/' + file)))
  return load()
}
const loadStyle = (href) => {
  const link = document.querySelector('link[rel="stylesheet"][href="' + href + '"]')
  return link ? link.loaded : addStyle(href)
}
const addStyle = (href) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  return (link.loaded = new Promise((loaded, failed) => {
    link.onload = loaded
    link.onerror = () => {
      link.remove()
      failed(new Error(href))
    }
  }))
}
`

const lists = /^const __vite__mapDeps=.*?\(m\.f=(\[.*?\])\).*\n/

/** The code with the styles of each lazy part beside its import, less those of every page. */
function withOwnStyles(code: string): string {
  const files = JSON.parse(lists.exec(code)?.[1] ?? '[]') as string[]
  return code.replace(lists, '').replaceAll(/,__vite__mapDeps\((\[[\d,]+\])\)/g, (_, listed) => {
    const own = (JSON.parse(listed as string) as number[])
      .map((at) => files[at])
      .filter((file) => !file?.startsWith('assets/base-'))
    return own.length > 0 ? `,${JSON.stringify(own)}` : ''
  })
}

export const lightImports = (): Plugin => ({
  name: 'light-imports',
  apply: 'build',
  load: {
    // Before Vite's own.
    order: 'pre',
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => helper,
  },
  generateBundle: {
    // After Vite has added its lists.
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && lists.test(chunk.code)) chunk.code = withOwnStyles(chunk.code)
    },
  },
})
