import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { logoFacts } from '#shared/rules/logo.ts'
import type { Role } from '#shared/rules/roles.ts'
import { isAt } from '#shared/rules/screens.ts'
import type { ScreenPath } from '#shared/rules/screen-paths.ts'
import { roomsFor } from '#shared/texts/languages.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import { fillIn } from './public-pages.ts'

/** An answered call; `key` is its key in the client's cache. */
export type PageAnswer = {
  key: readonly [route: string, input?: object]
  status: number
  body: unknown
}

/** `late`: addresses of calls not waited for. */
export type PageAnswers = { answers: readonly PageAnswer[]; late: readonly string[] }

/** A client route as recorded by the build. */
type ScreenFiles = { path: ScreenPath; audience: readonly string[]; files: readonly string[] }

/** Writes the app's page for a path and person: existing answers, the files of their screen, and its first calls. */
export function appPageWriter(folder: string) {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').split('</head>')
  const [head = '', unnamed = ''] = read('index.html')
  const named = existsSync(join(folder, '.vite/app.html')) ? (read('.vite/app.html')[1] ?? '') : ''
  const list = join(folder, '.vite/screens.json')
  const screens = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as ScreenFiles[]) : []
  const wordsOf = filesOfWords(folder)
  return (path: string, { answers, late }: PageAnswers): string => {
    const answerTo = (call: string) => answers.find(({ key: [route] }) => route === call)
    const business = answerTo('GET /api/config')?.body as PublicConfig | undefined
    const rest = business && named ? fillIn(named, factsOf(business)) : unnamed
    const user = answerTo('GET /api/auth/user')
    // Signed out: the screen is not known yet.
    if (!user) return withData(head, rest, answers)
    const person = user.status === 200 ? (user.body as Reader) : null
    const shownTo = person ? person.role : 'signed-out'
    const screen = screens.find(
      (one) =>
        (one.audience.includes('everyone') || one.audience.includes(shownTo ?? '')) &&
        isAt(one.path, path),
    )
    const words = wordsOf(person?.language ?? currentLanguage(), person?.role ?? null)
    const files = [...words, ...(screen?.files ?? [])]
    const links = [...files.map(linkTo), ...late.map(preload)].join('')
    return withData(head + links, rest, answers)
  }
}

type Reader = { role: Role | null; language: string | null }

/** Files with a reader's texts; none for English. */
function filesOfWords(folder: string) {
  const path = join(folder, '.vite/manifest.json')
  const manifest = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, { file?: string } | undefined>)
    : {}
  return (language: string, role: Role | null): string[] =>
    language === 'es'
      ? ['spanish.ts', ...roomsFor(role).map((room) => `es/${room}.json`)].flatMap(
          (source) => manifest[`src/shared/texts/${source}`]?.file ?? [],
        )
      : []
}

const factsOf = ({ brandName, logo, demo }: PublicConfig) => ({
  brandName,
  demo,
  ...logoFacts(logo),
})

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`

const preload = (call: string) =>
  `<link rel="preload" as="fetch" crossorigin href="${call.replace(/[&<>"]/g, encodeURIComponent)}">`

/** The answers as inert data; without `<` nothing in them ends it. */
function withData(head: string, rest: string, answers: PageAnswers['answers']): string {
  const data = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `${head}<script type="application/json" id="answers">${data}</script></head>${rest}`
}
