import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPlateToVin } from './plate-to-vin.ts'
import { unavailablePlateLookup } from './unavailable.ts'

type Asked = { path: string; method: string; key: string | undefined; body: unknown }

let server: Server
let baseUrl: string
let asked: Asked[]
let answer: { status: number; body: unknown } | undefined

beforeEach(async () => {
  asked = []
  answer = { status: 200, body: { success: true, vin: { vin: '1hgcm82633a004352', year: '2003' } } }
  server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
async function serve(request: IncomingMessage, response: ServerResponse) {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  asked.push({
    path: request.url ?? '',
    method: request.method ?? '',
    key: request.headers.authorization,
    body: JSON.parse(text),
  })
  if (!answer) return
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer.body))
}
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const unavailable = { found: false, reason: 'unavailable' }
const notFound = { found: false, reason: 'not_found' }

describe('PlateToVin', () => {
  it('asks for the VIN only, with the key, and normalizes the answer', async () => {
    const plates = createPlateToVin({ apiKey: 'secret', baseUrl })
    expect(await plates.lookup(' abc-123 ', 'tx')).toEqual({
      found: true,
      vin: '1HGCM82633A004352',
    })
    expect(asked).toEqual([
      {
        path: '/api/convert',
        method: 'POST',
        key: 'secret',
        body: { plate: 'ABC123', state: 'TX' },
      },
    ])
  })

  it.each([
    ['404', 404, { success: false }],
    ['no success', 200, { success: false, message: 'nothing' }],
    ['an answer without a VIN', 200, { success: true, vin: null }],
    ['something that is no VIN', 200, { success: true, vin: { vin: 'N/A' } }],
  ])('treats %s as an unknown plate', async (_name, status, body) => {
    answer = { status, body }
    expect(await createPlateToVin({ apiKey: 'k', baseUrl }).lookup('ABC123', 'TX')).toEqual(
      notFound,
    )
  })

  it.each([401, 429, 500])(
    'is unavailable when answered %s, and logs it for the operator',
    async (status) => {
      answer = { status, body: {} }
      const reasons: string[] = []
      const plates = createPlateToVin({
        apiKey: 'k',
        baseUrl,
        onFailure: (why) => reasons.push(why),
      })
      expect(await plates.lookup('ABC123', 'TX')).toEqual(unavailable)
      expect(reasons).toEqual([`PlateToVin answered ${status}`])
    },
  )

  it('is unavailable when the service does not answer', async () => {
    answer = undefined
    const slow = createPlateToVin({ apiKey: 'k', baseUrl, timeoutMs: 50 })
    expect(await slow.lookup('ABC123', 'TX')).toEqual(unavailable)
    const closed = createPlateToVin({ apiKey: 'k', baseUrl: 'http://127.0.0.1:9' })
    expect(await closed.lookup('ABC123', 'TX')).toEqual(unavailable)
  })

  it('does not ask for an empty plate', async () => {
    expect(await createPlateToVin({ apiKey: 'k', baseUrl }).lookup(' - ', 'TX')).toEqual(notFound)
    expect(asked).toEqual([])
  })
})

it('is unavailable without a key', async () => {
  expect(await unavailablePlateLookup.lookup('ABC123', 'TX')).toEqual(unavailable)
})
