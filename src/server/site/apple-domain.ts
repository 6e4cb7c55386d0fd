import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

export const appleDomainPath = '/.well-known/apple-developer-merchantid-domain-association'

/**
 * The file by which Apple knows that the domain takes Apple Pay, where the operator has one. Throws when it cannot be read:
 * a domain that is not known has no button, and nobody would see why.
 */
export async function serveAppleDomain(
  app: FastifyInstance,
  file: string | undefined,
): Promise<void> {
  if (!file) return
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`Configuration APPLE_PAY_DOMAIN_FILE cannot be read: ${error.code}.`)
  })
  // Square gives out another one now and then, so nobody keeps it.
  app.get(appleDomainPath, (_request, reply) =>
    reply.type('text/plain').header('cache-control', 'no-cache').send(content),
  )
}
