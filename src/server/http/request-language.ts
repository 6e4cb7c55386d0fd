import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageCalled, type Reader, speakingTo, spokenCodes } from '#server/base/language.ts'
import { bestLanguage, type LanguageCode, languageCookie } from '#shared/texts/languages.ts'

const readers = new WeakMap<FastifyRequest, Reader>()

/** Answers every request in the language of its cookie, else its browser. Cookies must be parsed before. */
export function answerInTheirLanguage(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const code = rememberedLanguage(
      request.cookies[languageCookie],
      request.headers['accept-language'] ?? '',
    )
    const reader = { language: languageCalled(code) }
    readers.set(request, reader)
    speakingTo(reader, done)
  })
}

/** The account's language overrides the browser's. */
export function speakToAccount(request: FastifyRequest, code: string | null): void {
  const reader = readers.get(request)
  if (reader && code !== null) reader.language = languageCalled(code)
}

export const languageOfRequest = (request: FastifyRequest): string | null =>
  readers.get(request)?.language.code ?? null

// A browser sends the same header each time, and there are few kinds.
const known = new Map<string, LanguageCode>()
const mostKnown = 500

function rememberedLanguage(cookie: string | undefined, header: string): LanguageCode {
  const key = `${cookie ?? ''}\n${header}`
  const before = known.get(key)
  if (before) return before
  const code = wantedLanguage(cookie, header)
  if (known.size < mostKnown && key.length < mostKnown) known.set(key, code)
  return code
}

/** By cookie, else `Accept-Language`; of an overlong header only the start counts. */
export function wantedLanguage(cookie: string | undefined, header: string): LanguageCode {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return bestLanguage([cookie, ...ranges.map(({ tag }) => tag)], spokenCodes)
}
