import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** Shorter answers fit into a few packets anyway. */
const fewestCharacters = 4096

// Qualities that cost less time than the network saves: a 120 kB board becomes 13 kB in a millisecond.
const encodings = {
  br: (text: string) => packBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => packGzip(text, { level: 1 }),
}

/** Compresses long answers of reading calls as well as the browser supports. */
export function compressAnswers(calls: FastifyInstance): void {
  calls.addHook('onSend', async ({ method, headers }, reply, payload) => {
    const isLong = typeof payload === 'string' && payload.length >= fewestCharacters
    if (method !== 'GET' || !isLong || reply.hasHeader('content-encoding')) return payload
    return compress(payload, headers, reply)
  })
}

/** A text compressed as well as the requesting browser supports. */
export async function compress(
  text: string,
  headers: FastifyRequest['headers'],
  reply: FastifyReply,
): Promise<string | Buffer> {
  const before = reply.getHeader('vary')
  if (!String(before).includes('accept-encoding'))
    reply.header('vary', before ? `${String(before)}, accept-encoding` : 'accept-encoding')
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (!encoding) return text
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return encodings[encoding](text)
}
