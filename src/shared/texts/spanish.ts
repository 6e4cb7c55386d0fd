import type { TextRoom } from './languages.ts'
import type { Translation } from './t.ts'

const files = {
  shared: () => import('./es/shared.json', { with: { type: 'json' } }),
  technician: () => import('./es/technician.json', { with: { type: 'json' } }),
  admin: () => import('./es/admin.json', { with: { type: 'json' } }),
  server: () => import('./es/server.json', { with: { type: 'json' } }),
} as const satisfies Record<TextRoom, () => Promise<{ default: Translation }>>

/** US Spanish for the given audiences. */
export async function loadSpanish(rooms: readonly TextRoom[]): Promise<Translation> {
  const parts: { default: Translation }[] = await Promise.all(rooms.map((room) => files[room]()))
  return {
    texts: Object.assign({}, ...parts.map((part) => part.default.texts)) as Translation['texts'],
    plurals: Object.assign(
      {},
      ...parts.map((part) => part.default.plurals),
    ) as Translation['plurals'],
  }
}
