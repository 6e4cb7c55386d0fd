import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { Translation } from '../src/shared/texts/t.ts'
import { contractThings } from './contract-things.ts'
import { textsOfScript } from './collect-texts.ts'

type PublicPages = {
  renderPublicPages: (code: string, translation: Translation) => Promise<Record<string, string>>
  renderFirstFrame: (named: boolean) => string
}
type Languages = typeof import('../src/shared/texts/languages.ts')

const script = 'src/client/public-pages.ts'
// Loaded by Node, as the module runner closes after its import, and catalogs load later.
const languagesFile = new URL('../src/shared/texts/languages.ts', import.meta.url).href

/**
 * After a build, renders every public page to HTML in every language, from the template `public.html`, and adds the app's
 * first screen to its document, where the server fills in the user.
 */
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
        const app = stylesFirst(await readFile(join(folder, 'index.html'), 'utf8'))
        for (const [file, named] of [
          ['index.html', false],
          ['.vite/app.html', true],
        ] as const)
          await writeFile(
            join(folder, file),
            app.replace('<div id="root">', (root) => root + module.renderFirstFrame(named)),
          )
        const { defaultLanguage, languages } = (await import(languagesFile)) as Languages
        for (const { code, name: offered, ...language } of languages) {
          if (offered === null) continue
          const translation = 'load' in language ? await language.load(['shared']) : none
          const words = wordsIn(translation)
          for (const [name, html] of Object.entries(
            await module.renderPublicPages(code, translation),
          ))
            await writeFile(
              join(folder, code === defaultLanguage ? `${name}.html` : `${name}.${code}.html`),
              place(name, html, template, code, words),
            )
        }
        await rm(join(folder, 'public.html'))
      },
    },
  }
}

const none: Translation = { texts: {}, plurals: {} }

/** The first view needs styles but no script, so scripts get a lower network priority. */
const stylesFirst = (html: string) =>
  html.replace(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')

/** The texts shown by these pages' script, so that it loads no catalog; empty in English. */
function wordsIn({ texts }: Translation): Record<string, string> {
  if (texts === none.texts) return {}
  return Object.fromEntries(textsOfScript(script).map((text) => [text, texts[text] ?? text]))
}

/** Fills a page into the template; a page's own title precedes the brand's. Audits read the screen's name. */
function place(
  name: string,
  html: string,
  template: string,
  code: string,
  words: Record<string, string>,
): string {
  const [tag = '', title] = /<title>(.*?)<\/title>/.exec(html) ?? []
  const data = JSON.stringify(words).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return template
    .replace('<html lang="en">', `<html lang="${code}">`)
    .replace('<body', () => (data === '{}' ? '<body' : `<body data-words="${data}"`))
    .replaceAll('%title%', (whole) => (title ? `${title} · %brandName%` : whole))
    .replace('%screen%', name === 'landing' ? '/' : `/${name}`)
    .replace('<!--page-->', () => html.replace(tag, ''))
}
