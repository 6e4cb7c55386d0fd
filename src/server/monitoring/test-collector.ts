// A loopback trace collector that speaks OTLP over HTTP as JSON.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Attribute = { key: string; value: Record<string, unknown> }
type SentSpan = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

export type TestSpan = Omit<SentSpan, 'attributes' | 'status'> & {
  attributes: Record<string, unknown>
  failed: boolean
}

const read = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

export async function startTestCollector() {
  const received: {
    path: string | undefined
    authorization: string | undefined
    resource: Record<string, unknown>
    spans: TestSpan[]
  }[] = []
  const take = async (request: IncomingMessage) => {
    const { resourceSpans } = (await json(request)) as Sent
    for (const { resource, scopeSpans } of resourceSpans)
      received.push({
        path: request.url,
        authorization: request.headers.authorization,
        resource: read(resource.attributes),
        spans: scopeSpans.flatMap(({ spans }) =>
          spans.map(({ attributes, status, ...span }) => ({
            ...span,
            attributes: read(attributes),
            failed: status.code === 2,
          })),
        ),
      })
  }
  const server = createServer((request, response) => {
    void take(request).then(() =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
