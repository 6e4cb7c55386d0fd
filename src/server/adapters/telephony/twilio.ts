import { fetchFrom } from '../provider-call.ts'
import { NumberOptedOut, NumberRefused, type Telephony } from './port.ts'
import { readTwilioText } from './twilio-inbound.ts'

type TwilioOptions = {
  accountSid: string
  authToken: string
  /** The business's number, E.164. */
  from: string
  /** The API's address, if not Twilio's own. */
  apiUrl?: string | undefined
  timeoutMs?: number
}

const twilioAddress = 'https://api.twilio.com'

/** Calls and text messages through Twilio's REST API. */
export function twilioTelephony(options: TwilioOptions): Required<Omit<Telephony, 'isDeadEnd'>> {
  const { accountSid, authToken, from: business, apiUrl = twilioAddress } = options
  const account = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}`
  const login = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const post = async (resource: 'Messages' | 'Calls', fields: Record<string, string>) => {
    const response = await fetchFrom('telephony', `${account}/${resource}.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${login}`, accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
    })
    if (!response.ok) throw await problemOf(response)
    await response.body?.cancel()
  }
  return {
    async sendText({ to, body }) {
      await post('Messages', { To: to, From: business, Body: body })
      return 'sent'
    },
    readText: (request) => readTwilioText(authToken, request),
    async connectCall({ from, to }) {
      await post('Calls', { To: from, From: business, Twiml: connection(business, to) })
    },
  }
}

/** Instructions for Twilio once the caller has answered. */
function connection(business: string, to: string): string {
  for (const number of [business, to])
    if (!/^\+\d+$/.test(number)) throw new NumberRefused('This is no E.164 number')
  return `<Response><Dial callerId="${business}"><Number>${to}</Number></Dial></Response>`
}

/**
 * Twilio's codes about the receiver. Codes about the account or sender are for the operator to fix, so retrying helps, as it
 * does for 429 and 5xx.
 */
const optedOut = 21_610
const refusals = [
  13_224, // uncallable number
  21_211, // invalid number
  21_214, // unreachable
  21_217, // invalid number of a call
  21_265, // short code
  21_266, // the business's own number
  21_614, // not a mobile number
  21_635, // landline
]

async function problemOf(response: Response): Promise<Error> {
  const answer = (await response.json().catch(() => ({}))) as { code?: unknown; message?: unknown }
  const code = typeof answer.code === 'number' ? answer.code : 0
  const detail = typeof answer.message === 'string' ? `: ${answer.message}` : ''
  const text = `Twilio answered ${response.status}${code ? ` (${code})` : ''}${detail}`
  if (response.status === 400 && code === optedOut) return new NumberOptedOut(text)
  const final = response.status === 400 && refusals.includes(code)
  return final ? new NumberRefused(text) : new Error(text)
}
