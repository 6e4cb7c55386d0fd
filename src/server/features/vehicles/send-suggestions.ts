import type { FastifyReply, FastifyRequest } from 'fastify'
import { modelCatalog } from './model-catalog.ts'
import type { ModelCatalog } from './suggest-models.ts'

/** The makes and models for a browser that keeps them for a day and then asks whether they have changed. */
export async function sendSuggestions(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ModelCatalog> {
  const { catalog, etag } = await modelCatalog()
  reply.header('etag', etag).header('cache-control', 'public, max-age=86400')
  if (request.headers['if-none-match'] !== etag) return catalog
  reply.code(304)
  return {}
}
