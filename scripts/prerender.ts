import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { contractThings } from './contract-things.ts'

type PublicPages = { renderPublicPages: () => Record<string, string> }

/** After a build: every public page rendered to HTML beside the app, from the template `public.html`. */
export function prerender(): Plugin {
  let folder = ''
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        const template = await readFile(join(folder, 'public.html'), 'utf8')
        const { module } = await runnerImport<PublicPages>(
          '/src/client/screens/public/prerender.tsx',
          { plugins: [contractThings()] },
        )
        for (const [name, html] of Object.entries(module.renderPublicPages()))
          await writeFile(join(folder, `${name}.html`), place(name, html, template))
        await rm(join(folder, 'public.html'))
      },
    },
  }
}

/** Puts a page into the template; a title that it names goes before the brand's. Audits read which screen it is. */
function place(name: string, html: string, template: string): string {
  const [tag = '', title] = /<title>(.*?)<\/title>/.exec(html) ?? []
  return template
    .replaceAll('%title%', (whole) => (title ? `${title} · %brandName%` : whole))
    .replace('%screen%', name === 'landing' ? '/' : `/${name}`)
    .replace('<!--page-->', () => html.replace(tag, ''))
}
