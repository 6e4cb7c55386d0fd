import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { wallets } from '#shared/rules/wallets.ts'
import { Invalid, TooMany } from '#server/http/errors.ts'
import type { Simulator } from '../simulator.ts'
import { cardOutcomes, simulatedCards } from './simulated-cards.ts'
import { inLanguage, spokenCodes } from '#server/base/language.ts'
import { bestLanguage } from '#shared/texts/languages.ts'
import { formContents } from './form-words.ts'
import { phrase } from '#shared/texts/t.ts'
import { root } from '#server/base/root.ts'

const folder = join(root, 'src/server/adapters/cards/simulator/form')

const files = {
  '/simulator/card.js': { file: 'card.js', type: 'text/javascript; charset=utf-8' },
  '/simulator/card-frame': { file: 'card-frame.html', type: 'text/html; charset=utf-8' },
  '/simulator/card-frame.js': { file: 'card-frame.js', type: 'text/javascript; charset=utf-8' },
  '/simulator/card-frame.css': { file: 'card-frame.css', type: 'text/css; charset=utf-8' },
  '/simulator/words.js': { file: 'words.js', type: 'text/javascript; charset=utf-8' },
  '/simulator/wallet-sheet.js': { file: 'wallet-sheet.js', type: 'text/javascript; charset=utf-8' },
  '/simulator/wallet-sheet.css': { file: 'wallet-sheet.css', type: 'text/css; charset=utf-8' },
}

/** A BCP 47 code. */
const ContentsQuery = z.object({ language: z.string().catch('en') })

/** Outcome, brand, last four digits and expiry month only: a body with a card number is refused. */
const ShownCard = z.strictObject({
  outcome: z.enum(cardOutcomes),
  brand: z.string(),
  last4: z.string(),
  expires: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional(),
  wallet: z.enum(wallets).optional(),
})
type ShownCard = z.output<typeof ShownCard>

const isSimulatedCard = ({ outcome, brand, last4 }: ShownCard) =>
  simulatedCards.some(
    (card) => card.outcome === outcome && card.brand === brand && card.number.slice(-4) === last4,
  )

/** The simulator's card form for browsers: the script our page loads, the frame with the inputs, and the wallet sheet. */
export function simulatorRoutes(
  simulator: Pick<Simulator, 'mintToken'>,
  requestsPerMinute: number,
): FastifyPluginAsync {
  return async (app) => {
    // Anyone may request a token, and every token is a stored row.
    if (requestsPerMinute > 0)
      await app.register(rateLimit, {
        global: false,
        max: requestsPerMinute,
        timeWindow: 60_000,
        errorResponseBuilder: (_request, { ttl }) =>
          new TooMany(undefined, { retryAfterSeconds: Math.ceil(ttl / 1000) }),
      })
    for (const [url, { file, type }] of Object.entries(files))
      app.get(url, async (_request, reply) =>
        reply
          .type(type)
          .header('cache-control', 'no-cache')
          .send(await readFile(join(folder, file))),
      )

    app.get('/simulator/contents', (request, reply) => {
      const { language } = ContentsQuery.parse(request.query)
      return reply.send(inLanguage(bestLanguage([language], spokenCodes), formContents))
    })

    const limited = { bodyLimit: 200, config: { rateLimit: {} } }
    app.post('/simulator/tokens', limited, async (request, reply) => {
      const card = ShownCard.safeParse(request.body)
      if (!card.success || !isSimulatedCard(card.data))
        throw new Invalid(phrase('The simulator takes its own test cards only.'))
      return reply.code(201).send({ token: await simulator.mintToken(card.data) })
    })
  }
}
