import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { textFacts } from '#shared/rules/public-texts.ts'
import type { logoFacts } from '#shared/rules/logo.ts'
import { defaultLanguage, offeredLanguages } from '#shared/texts/languages.ts'
import { currentLanguage } from '#shared/texts/t.ts'

export const publicPages = ['landing', 'terms', 'privacy', 'contact'] as const
type PublicPage = (typeof publicPages)[number]

type ListName = 'faq' | 'terms' | 'privacy'

/** Values shown on the pages; any change renders them again. */
type PublicValues = Record<
  | 'title'
  | 'brandName'
  | 'tagline'
  | 'supportEmail'
  | 'supportPhone'
  | 'supportDialed'
  | 'openDays'
  | 'openHours'
  | 'openTimes'
  | 'claims'
  | 'replyTime'
  | 'cardPayments'
  | 'fees'
  | 'paysDirectly'
  | 'salesTax'
  | 'prices'
  | 'origin'
  | 'description'
  | keyof ReturnType<typeof logoFacts>
  | Exclude<keyof ReturnType<typeof textFacts>, ListName>,
  string
> & { demo: boolean; lists: Record<ListName, readonly Record<string, string>[]> }

/**
 * Serves the prerendered pages with the operator's settings, in the caller's language. At `/`, `/contact` and so on, people
 * with a session or another language get the app instead, through `sendApp`.
 */
export function servePublicPages(
  app: FastifyInstance,
  options: {
    folder: string
    values: () => PublicValues
    hasSession: (request: FastifyRequest) => boolean
    sendApp: (request: FastifyRequest, reply: FastifyReply) => unknown
  },
): void {
  const page = pageCache(options.folder, options.values)
  for (const name of publicPages)
    app.get(name === 'landing' ? '/' : `/${name}`, async (request, reply) => {
      reply.header('vary', 'accept-encoding, accept-language, cookie')
      const language = currentLanguage()
      if (options.hasSession(request) || !offeredLanguages.some(({ code }) => code === language))
        return options.sendApp(request, reply)
      const { text, brotli } = await page(name, language)
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
      reply.header('content-language', language)
      const accepts = request.headers['accept-encoding'] ?? ''
      if (!/\bbr\b/.test(accepts)) return reply.send(text)
      return reply.header('content-encoding', 'br').send(brotli)
    })
}

const fileOf = (name: PublicPage, language: string) =>
  language === defaultLanguage ? `${name}.html` : `${name}.${language}.html`

/** Files the build leaves for `servePublicPages`. */
export const publicFiles = publicPages.flatMap((name) =>
  offeredLanguages.map(({ code }) => fileOf(name, code)),
)

type Page = { text: string; brotli: Buffer }

function pageCache(folder: string, values: () => PublicValues) {
  const made = new Map<string, { of: string; page: Page }>()
  return async (name: PublicPage, language: string): Promise<Page> => {
    const file = fileOf(name, language)
    const current = values()
    const of = JSON.stringify(current)
    const known = made.get(file)
    if (known?.of === of) return known.page
    const text = fill(await readFile(join(folder, file), 'utf8'), current)
    const page = { text, brotli: await promisify(brotliCompress)(text) }
    made.set(file, { of, page })
    return page
  }
}

function fill(template: string, values: PublicValues): string {
  const rest = values.demo ? template : template.replace(/<!--demo-->[^]*?<!--\/demo-->/, '')
  return fillIn(repeat(rest, values.lists), values)
}

type Facts = Readonly<Record<string, unknown>>

export function fillIn(text: string, facts: Facts, write = escapeHtml): string {
  return chooseGiven(text, facts).replace(/%(\w+)%/g, (whole, name: string) => {
    const value = facts[name]
    return typeof value === 'string' ? write(value) : whole
  })
}

const withoutMarks = (text: string) => escapeHtml(text).replaceAll('%', '&#37;')

/** Repeats each list part (`each.tsx`) for its items, whose text is never read as a mark. */
function repeat(text: string, lists: PublicValues['lists']): string {
  return text.replace(/%\*(\w+)%([^]*?)%\/\*\1%/g, (_, name: ListName, part: string) =>
    lists[name].map((item) => fillIn(part, item, withoutMarks)).join(''),
  )
}

/** Keeps the branch of each conditional part (`given.tsx`) that matches its fact. Parts may be nested. */
function chooseGiven(text: string, values: Facts): string {
  const chosen = text.replace(
    /%\?(\w+)%([^]*?)%:\1%([^]*?)%\/\1%/g,
    (_, fact: string, given: string, otherwise: string) => (values[fact] ? given : otherwise),
  )
  return chosen === text ? text : chooseGiven(chosen, values)
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
