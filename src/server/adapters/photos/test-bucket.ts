import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const login = { region: 'us-test-1', accessKey: 'AKTEST', secretKey: 'secret/of+tests' }
const bucketName = 'photos-of-tests'

type Stored = { bytes: Buffer; type: string | undefined }

/** A loopback bucket that answers like S3 and checks every signature (version 4) itself. */
export async function startTestBucket() {
  const objects = new Map<string, Stored>()
  const settings = { broken: false }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    if (settings.broken) return fail(500, 'InternalError')
    if (!isSigned(request)) return fail(403, 'SignatureDoesNotMatch')
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname)
    const key = path.startsWith(`/${bucketName}/`) ? path.slice(bucketName.length + 2) : undefined
    if (!key) return fail(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(key, { bytes: Buffer.concat(chunks), type: request.headers['content-type'] })
      return response.writeHead(200, { etag: '"1"' }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    return found ? response.writeHead(200).end(found.bytes) : fail(404, 'NoSuchKey')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    options: { ...login, endpoint: `http://127.0.0.1:${port}`, bucket: bucketName },
    objects,
    settings,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/

/** The check as documented for Signature Version 4. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, accessKey, day = '', region = '', names = '', signature] =
    authorization.exec(headers.authorization ?? '') ?? []
  const at = String(headers['x-amz-date'])
  const payload = String(headers['x-amz-content-sha256'])
  const signed = names.split(';')
  if (accessKey !== login.accessKey || region !== login.region) return false
  if (!at.startsWith(day) || Math.abs(Date.now() - readInstant(at)) > 15 * 60_000) return false
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name)))
    return false
  const { pathname, searchParams } = new URL(url, 'http://x')
  searchParams.sort()
  const request = [
    method,
    pathname,
    searchParams.toString(),
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(request)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${login.secretKey}`,
  )
  return hmac(key, text).toString('hex') === signature
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const readInstant = (at: string) =>
  Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
