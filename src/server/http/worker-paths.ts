import type { FastifyInstance } from 'fastify'
import { phrase } from '#shared/texts/t.ts'
import { NotFound } from './errors.ts'

const answered = new Set(['/api/health', '/api/ready', '/metrics'])
const refused = phrase('This process only does the work in the background.')

/** Answers only health and metrics in a process without pages. */
export function answerOperationsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!answered.has(url.split('?')[0] ?? '')) throw new NotFound(refused)
  })
}
