import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

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
