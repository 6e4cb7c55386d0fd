import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { type CardOutcome, simulatedCards } from '../../simulator/simulated-cards.ts'
import { cardFrame, squareScript, walletSheet } from './browser.ts'
import { wallets } from '#shared/rules/wallets.ts'
import type { SquareAccount } from '../client.ts'
import { signatureHeader, signSquareEvent } from '../webhooks.ts'
import { Refused, squareRecords } from './records.ts'
import { routeOf } from './routes.ts'

/**
 * A fault for calls whose `METHOD /path` matches: `status` answers it without acting; `lose` acts, then cuts the connection;
 * `cut` cuts it before acting; `slow` stops in the middle of the body; `garbage` answers 200 with non-JSON; `after` acts,
 * then answers this status.
 */
type SquareFault = {
  on: RegExp
  times?: number
} & (
  | { status: number; code?: string; retryAfter?: string }
  | { after: number }
  | { how: 'lose' | 'cut' | 'slow' | 'garbage' }
)

type SentWebhook = { body: string; headers: Record<string, string> }

type Options = {
  now?: () => Date
  port?: number
  /** Delivers a webhook; without it, webhooks only collect in `sent`. */
  send?: (event: SentWebhook) => Promise<void>
  account?: Partial<SquareAccount>
}

const Body = z.record(z.string(), z.unknown())

/** A loopback server with Square's API and an account of its own; faults on demand. */
export async function startTestSquare({
  now = () => new Date(),
  port = 0,
  ...options
}: Options = {}) {
  const account: SquareAccount = {
    accessToken: 'test-access-token',
    applicationId: 'sandbox-sq0idb-test',
    locationId: 'LTESTLOCATION',
    signatureKey: 'test-signature-key',
    environment: 'sandbox',
    webhookUrl: 'https://oil.example.com/api/payments/webhook',
    ...options.account,
  }
  const sent: SentWebhook[] = []
  const deliveries: Promise<void>[] = []
  const delivered = () => Promise.all(deliveries.splice(0))
  const records = squareRecords(
    { locationId: account.locationId, now },
    (type, kind, id, object) => {
      const event = {
        merchant_id: 'MTEST',
        type,
        event_id: randomUUID(),
        created_at: now().toISOString(),
        data: { type: kind, id, object },
      }
      const body = JSON.stringify(event)
      const delivery = { body, headers: { [signatureHeader]: signSquareEvent(account, body) } }
      sent.push(delivery)
      if (options.send) deliveries.push(options.send(delivery))
    },
  )
  const faults: SquareFault[] = []
  const calls: string[] = []
  const settings = {
    unknownFields: false,
    scriptDown: false,
    /** Outcome of the card shown by wallets. */
    walletOutcome: 'ok' as CardOutcome,
  }
  /** The first answer per idempotency key, and its request. */
  const answered = new Map<string, { asked: string; status: number; body: object }>()

  const takeFault = (call: string): SquareFault | undefined => {
    const fault = faults.find(({ on }) => on.test(call))
    if (!fault) return undefined
    fault.times = (fault.times ?? Infinity) - 1
    if (fault.times <= 0) faults.splice(faults.indexOf(fault), 1)
    return fault
  }

  const act = (call: string, url: URL, rawBody: string): { status: number; body: object } => {
    records.age()
    const body = rawBody ? Body.parse(JSON.parse(rawBody)) : {}
    const key = typeof body.idempotency_key === 'string' ? body.idempotency_key : undefined
    if (key !== undefined && key.length > 45) return problem(400, 'VALUE_TOO_LONG')
    const asked = `${call} ${rawBody}`
    const known = key === undefined ? undefined : answered.get(key)
    if (known) return known.asked === asked ? known : problem(400, 'IDEMPOTENCY_KEY_REUSED')
    const answer = tryTo(() => routeOf(records, call, url, body))
    if (key !== undefined) answered.set(key, { asked, ...answer })
    return answer
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const call = `${request.method} ${url.pathname}`
    const rawBody = await text(request)
    if (url.pathname.startsWith('/v1/')) return serveBrowser(url.pathname, rawBody, response)
    calls.push(call)
    if (request.headers.authorization !== `Bearer ${account.accessToken}`)
      return write(response, problem(401, 'UNAUTHORIZED'))
    const fault = takeFault(call)
    if (fault && 'status' in fault) {
      if (fault.retryAfter) response.setHeader('retry-after', fault.retryAfter)
      return write(response, problem(fault.status, fault.code ?? 'INTERNAL_SERVER_ERROR'))
    }
    if (fault && 'how' in fault && fault.how === 'cut') return void request.socket.destroy()
    const answer = act(call, url, rawBody)
    await delivered()
    const paymentId = idIn(answer.body)
    const loses = paymentId && answer.status === 200 && records.loses(paymentId, call)
    if (loses || (fault && 'how' in fault && fault.how === 'lose'))
      return void request.socket.destroy()
    if (fault && 'after' in fault) return write(response, problem(fault.after, 'GATEWAY_TIMEOUT'))
    if (fault && 'how' in fault && fault.how === 'slow')
      return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"pay')
    if (fault && 'how' in fault && fault.how === 'garbage')
      return void response.writeHead(200).end('<html>')
    write(response, settings.unknownFields ? { ...answer, body: odd(answer.body) } : answer)
  }

  /** The browser part: script, frame, and tokens for entered cards. */
  const serveBrowser = (path: string, rawBody: string, response: ServerResponse) => {
    const type = (media: string) =>
      response.writeHead(200, { 'content-type': `${media}; charset=utf-8` })
    if (path === '/v1/square.js' && !settings.scriptDown)
      return void type('text/javascript').end(squareScript(`http://${addressOf(server)}`))
    if (path === '/v1/frame.html') return void type('text/html').end(cardFrame)
    if (path === '/v1/sheet.html') return void type('text/html').end(walletSheet)
    if (path === '/v1/wallet-nonce') {
      const { wallet } = z.object({ wallet: z.enum(wallets) }).parse(JSON.parse(rawBody))
      const outcome = settings.walletOutcome
      const token = records.mintToken({ outcome, brand: 'Visa', last4: '1111', wallet })
      return void type('application/json').end(JSON.stringify({ status: 'OK', token }))
    }
    if (path !== '/v1/card-nonce') return void response.writeHead(404).end()
    const { number } = z.object({ number: z.string() }).parse(JSON.parse(rawBody))
    const { outcome = 'declined', brand = 'Visa' } =
      simulatedCards.find((card) => card.number === number) ?? {}
    const token = records.mintToken({ outcome, brand, last4: number.slice(-4) })
    type('application/json').end(JSON.stringify({ status: 'OK', token }))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      write(response, problem(400, error instanceof Refused ? error.code : 'BAD_REQUEST'))
    })
  })
  // Browsers must not meet a connection that is closing.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://${addressOf(server)}`
  return {
    url,
    account: { ...account, apiUrl: url, scriptUrl: `${url}/v1/square.js` },
    records,
    faults,
    /** Every received call, in order. */
    calls,
    settings,
    sent,
    /** Handles a call without HTTP: `POST /v2/payments`, its address and its body. */
    act,
    /** Resolves when every webhook so far was delivered. */
    delivered,
    /** Starts a new, empty account. */
    reset() {
      for (const rows of [answered, ...Object.values(records)])
        if (rows instanceof Map) rows.clear()
      for (const list of [faults, calls, sent]) list.length = 0
    },
    /** Lets the test process exit without closing this server. */
    unref: () => server.unref(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type TestSquare = Awaited<ReturnType<typeof startTestSquare>>

const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`

function tryTo(act: () => object): { status: number; body: object } {
  try {
    return { status: 200, body: act() }
  } catch (error) {
    if (error instanceof Refused) return problem(error.status, error.code)
    throw error
  }
}

const problem = (status: number, code: string) => ({
  status,
  body: { errors: [{ category: 'API_ERROR', code, detail: `4111111111111111 ${code}` }] },
})

function write(response: ServerResponse, { status, body }: { status: number; body: object }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The payment id in an answer. */
export const idIn = (body: object): string | undefined => {
  const { payment, refund } = body as { payment?: { id: string }; refund?: { payment_id: string } }
  return payment?.id ?? refund?.payment_id
}

/** The same answer with fields of a later API version. */
const odd = (body: object): object =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll('"card_brand":"VISA"', '"card_brand":"MOONCARD","chip":{"moon":[1]}')
      .replaceAll('"EDIT_AMOUNT_DOWN"', '"EDIT_AMOUNT_DOWN","TELEPORT"')
      .replace(/^\{/, '{"brand_new":{"deep":[true]},'),
  ) as object
