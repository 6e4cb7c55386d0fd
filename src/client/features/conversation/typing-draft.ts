import { keep, readSessionStore } from '#client/app/session-store.ts'

/** What one person typed or sent about one job and the server has not, kept through a reload of this tab. */
export type SavedTyping = { draft: string; unsent: Unsent[] }

/** `clientId` stays the same over every try, so that the server stores the message once. */
export type Unsent = {
  clientId: string
  message: string
  failed: boolean
  /** On this device until there is a signal. */
  waiting?: boolean
  /** Also to be sent as a text message. */
  asText?: boolean
}

const nameOf = (personId: string, jobId: string) => `conversation ${personId} ${jobId}`

/** A message that was on its way when the page went is shown as not sent. */
export function readTyping(personId: string, jobId: string): SavedTyping {
  const kept = readSessionStore(nameOf(personId, jobId)) as SavedTyping | null
  const unsent = kept?.unsent.map((one) => ({ ...one, failed: true }))
  return { draft: kept?.draft ?? '', unsent: unsent ?? [] }
}

export function saveTyping(personId: string, jobId: string, typing: SavedTyping): void {
  const isEmpty = typing.draft === '' && typing.unsent.length === 0
  keep(nameOf(personId, jobId), isEmpty ? null : typing)
}
