import { createHash } from 'node:crypto'

/** The stored form of a key: sha256 of person, call and key, and of the body, hex. */
export type ActionKey = { keyHash: string; bodyHash: string }

/**
 * Runs `act` once per key: a repeat gets the first answer. `scope` names person, call and key. Throws Conflict if the key
 * was used with another body, or what `onOtherBody` throws.
 */
export type Repeats = (
  mode: 'in transaction' | 'repeatable',
  scope: readonly string[],
  body: unknown,
  act: () => Promise<unknown>,
  onOtherBody?: () => Promise<void>,
) => Promise<unknown>

export const keyHash = (scope: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(scope)).digest('hex')

export const bodyHash = (body: unknown) =>
  createHash('sha256')
    .update(body instanceof Uint8Array ? body : (JSON.stringify(body) ?? ''))
    .digest('hex')
