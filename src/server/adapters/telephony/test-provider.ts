import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { twilioSignature } from './twilio-inbound.ts'

type Received = { resource: string; fields: Record<string, string> }

/** Credentials the test provider accepts, also used to configure test servers. */
export const testAccount = {
  accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: 'a-secret-token',
  from: '+15125550100',
}

/** A signed text message as Twilio posts it to `url`; `fields` override its content. */
export function incomingText(url: string, fields: Record<string, string> = {}) {
  const sent = Object.entries({
    ToCountry: 'US',
    SmsMessageSid: 'SM0123456789abcdef0123456789abcdef',
    NumMedia: '0',
    SmsSid: 'SM0123456789abcdef0123456789abcdef',
    FromCity: 'AUSTIN',
    Body: 'Running late, sorry & thanks ☀',
    FromCountry: 'US',
    To: testAccount.from,
    MessageSid: 'SM0123456789abcdef0123456789abcdef',
    AccountSid: testAccount.accountSid,
    From: '+15125550142',
    ApiVersion: '2010-04-01',
    ...fields,
  })
  return {
    bytes: Buffer.from(new URLSearchParams(sent).toString()),
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': twilioSignature(testAccount.authToken, url, sent),
    },
  }
}

/**
 * A loopback server that answers like Twilio's API: it checks login, form and fields, and applies `fault` if set. `hang`
 * never answers.
 */
export async function startTestTelephony() {
  const received: Received[] = []
  const settings: { fault?: { status: number; code: number; message: string }; hang?: boolean } = {}
  const server = createServer((request, response) => {
    if (settings.hang) return
    const { method, url = '', headers } = request
    const problem = (status: number, code: number, message: string) =>
      answer(response, status, { code, message, more_info: '', status })
    const [, account, resource = ''] =
      /^\/2010-04-01\/Accounts\/(\w+)\/(Messages|Calls)\.json$/.exec(url) ?? []
    if (method !== 'POST' || account !== testAccount.accountSid)
      return problem(404, 20_404, 'The requested resource was not found')
    const login = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
    if (login.toString() !== `${testAccount.accountSid}:${testAccount.authToken}`)
      return problem(401, 20_003, 'Authenticate')
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return problem(415, 20_415, 'Unsupported media type')
    void text(request).then((body) => {
      const fields = Object.fromEntries(new URLSearchParams(body))
      const needed = ['To', 'From', resource === 'Messages' ? 'Body' : 'Twiml']
      const missing = needed.find((name) => !fields[name])
      if (missing) return problem(400, 21_602, `${missing} is required`)
      if (fields.From !== testAccount.from) return problem(400, 21_606, 'Not your number')
      const { fault } = settings
      if (fault) return problem(fault.status, fault.code, fault.message)
      received.push({ resource, fields })
      return answer(response, 201, { sid: 'SM1', status: 'queued' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    settings,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
