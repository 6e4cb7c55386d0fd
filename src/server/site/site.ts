import type { FastifyInstance } from 'fastify'
import { type Config, hasCardNetwork, isDemo } from '#server/base/config.ts'
import { hasSessionCookie } from '#server/sessions/sessions.ts'
import { pageAnswers } from './page-answers.ts'
import { serveInstalled } from './installed.ts'
import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { servePublicPages } from '#server/http/public-pages.ts'
import { serveClient } from '#server/http/static-files.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'
import { describeFees } from '#shared/rules/fee-policy.ts'
import { logoFacts } from '#shared/rules/logo.ts'
import { ownTexts, textFacts } from '#shared/rules/public-texts.ts'
import { formatCents } from '#shared/texts/format.ts'
import { currentLanguage, t } from '#shared/texts/t.ts'
import { directMethodsOf } from '#shared/rules/recorded-payments.ts'
import { describeReplyTime, shownClaims } from '#shared/rules/reach.ts'
import { published } from '#shared/rules/setup.ts'
import { hoursFacts } from '#shared/rules/weekly-hours.ts'
import { readFile } from 'node:fs/promises'
import { answerUnknownPath } from '#server/http/error-handler.ts'

/** Serves the built client: public pages with the operator's brand, the app for everything else. */
export async function serveSite(
  app: FastifyInstance,
  config: Config,
  folder: string,
  cardHeaders?: Readonly<Record<string, string>>,
): Promise<void> {
  if (process.env.FIVEQUART_DEV) return serveDevClient(app)
  const site = config.ORIGIN ? { origin: config.ORIGIN } : {}
  const sendApp = await serveClient(app, {
    folder,
    demo: isDemo(config),
    cardHeaders,
    answersFor: pageAnswers(app),
  })
  app.get('/robots.txt', (_, reply) => reply.type('text/plain').send(robots(isDemo(config))))
  serveInstalled(app, folder)
  await serveAppleDomain(app, config.APPLE_PAY_DOMAIN_FILE)
  servePublicPages(app, {
    folder,
    sendApp,
    hasSession: (request) => hasSessionCookie(site, request),
    values: () => publicValues(config),
  })
}

/** The demo's business is invented and should not be indexed; a real one's API should not be either. */
const robots = (demo: boolean) => `User-agent: *\nDisallow: ${demo ? '/' : '/api/'}\n`

/** The description for search engines and link previews. */
function describe(tagline: string, introduction: string): string {
  if (introduction) return introduction.replace(/\s+/g, ' ')
  return tagline
    ? t('{tagline}: a technician comes to your home or office.', { tagline })
    : t('A technician comes to your home or office.')
}

function publicValues(config: Config) {
  const settings = currentSettings()
  const { faq, terms, privacy, ...facts } = textFacts(ownTexts(settings, currentLanguage()))
  const { brandName, supportEmail, supportPhone } = settings
  const tagline = inOwnWords(settings.tagline)
  const shown = published(settings.confirmedSteps)
  return {
    ...facts,
    lists: { faq, terms, privacy },
    title: [tagline || facts.headline, brandName].filter(Boolean).join(' · '),
    description: describe(tagline, facts.introduction),
    brandName,
    tagline,
    supportEmail,
    supportPhone,
    supportDialed: dialedNumber(supportPhone) ?? supportPhone,
    ...hoursFacts(settings, businessToday(), shown.hours),
    prices: shown.prices ? 'yes' : '',
    claims: shownClaims(settings).map(inOwnWords).join('\u00a0· '),
    replyTime: describeReplyTime(settings.replyHours),
    cardPayments: hasCardNetwork(config) ? 'yes' : '',
    fees: describeFees(settings, formatCents).join(' '),
    paysDirectly: directMethodsOf(settings).length > 0 ? 'yes' : '',
    salesTax: settings.salesTaxEnabled && settings.salesTaxRateBp > 0 ? 'yes' : '',
    // Previews need the picture's full address; without a known origin they show none.
    origin: config.ORIGIN ? new URL(config.ORIGIN).origin : '',
    ...logoFacts(settings.logo),
    demo: isDemo(config),
  }
}

export const appleDomainPath = '/.well-known/apple-developer-merchantid-domain-association'

/**
 * Serves the file that proves to Apple that this domain takes Apple Pay, if the operator has one. Throws when it cannot be
 * read: otherwise the button would be missing without a reason.
 */
export async function serveAppleDomain(
  app: FastifyInstance,
  file: string | undefined,
): Promise<void> {
  if (!file) return
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`Configuration APPLE_PAY_DOMAIN_FILE cannot be read: ${error.code}.`)
  })
  // Square replaces it now and then, so it is not cached.
  app.get(appleDomainPath, (_request, reply) =>
    reply.type('text/plain').header('cache-control', 'no-cache').send(content),
  )
}

/** `npm run dev`: the client from its sources with hot reload, on the server's own port. */
async function serveDevClient(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    // Vite's own loader writes a temporary file, which would restart a watched server forever.
    configLoader: 'native',
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.setNotFoundHandler(answerUnknownPath)
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|ws|simulator)(\/|$|\?)/.test(request.url)) return done()
    // Hot reload needs inline styles and eval-free scripts only, but its socket is another origin to CSP.
    reply.raw.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw, () => done())
  })
  app.addHook('onClose', () => vite.close())
}
