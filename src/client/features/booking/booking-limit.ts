import type { CallError } from '#client/app/call.ts'
import { translate } from '#shared/texts/t.ts'

/** Why somebody may not book more, and where they can do something about it. */
export type Limit = {
  message: string
  /** The visit to add a card to. */
  cardFor?: string
  /** Whoever signs in may book more. */
  signIn: boolean
}

const reasons = ['visits_without_card', 'guest_visits', 'guest_network']

/** The limit that an answer names; undefined when it is about something else. */
export function limitOf({ message, details }: CallError): Limit | undefined {
  const { reason = '', jobId } = (details ?? {}) as { reason?: string; jobId?: string }
  if (!reasons.includes(reason)) return undefined
  return {
    message: translate(message),
    signIn: reason.startsWith('guest_'),
    ...(jobId && { cardFor: jobId }),
  }
}
