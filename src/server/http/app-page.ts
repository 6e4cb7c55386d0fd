import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#shared/rules/roles.ts'
import { isAt, type ScreenPath } from '#shared/rules/screens.ts'

/** What calls have answered, by their addresses. */
export type PageAnswers = Readonly<Record<string, { status: number; body: unknown }>>

/** What the build has noted of a route of the client. */
type ScreenFiles = { path: ScreenPath; audience: readonly string[]; files: readonly string[] }

type User = { role: Role | null; active: boolean }

export type FirstCalls = (screen: ScreenPath, path: string, role: Role | null) => readonly string[]

/**
 * Puts into the app's page, for whoever asks for a path: what has been answered already, the files of the screen that
 * they will see, and what that reads first.
 */
export function appPageWriter(folder: string, firstCalls: FirstCalls) {
  const [head = '', rest = ''] = readFileSync(join(folder, 'index.html'), 'utf8').split('</head>')
  const list = join(folder, '.vite/screens.json')
  const screens = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as ScreenFiles[]) : []
  return (path: string, answers: PageAnswers): string => {
    const { status, body } = answers['/api/auth/user'] ?? {}
    // Nothing is known of who asks, so nothing of what they will see.
    if (status === undefined) return withData(head, rest, answers)
    const user = status === 200 ? (body as User) : null
    const shownTo = user ? user.role : 'signed-out'
    const screen = screens.find(
      (one) =>
        (one.audience.includes('everyone') || one.audience.includes(shownTo ?? '')) &&
        isAt(one.path, path),
    )
    const calls =
      screen && (!user || user.active) ? firstCalls(screen.path, path, user?.role ?? null) : []
    const links = [...(screen?.files ?? []).map(linkTo), ...calls.map(preload)].join('')
    return withData(head + links, rest, answers)
  }
}

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`

const preload = (call: string) =>
  `<link rel="preload" as="fetch" crossorigin href="${call.replace(/[&<>"]/g, encodeURIComponent)}">`

/** The answers as data that no browser runs; without `<` nothing in them ends it. */
function withData(head: string, rest: string, answers: PageAnswers): string {
  const data = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return `${head}<script type="application/json" id="answers">${data}</script></head>${rest}`
}
