import { writeSessionStore, readSessionStore } from '#client/app/session-store.ts'

/** A person's unsent messages and draft for a job, kept across reloads of this tab. */
type SavedTyping = { draft: string; unsent: Unsent[] }

/** `clientId` stays the same across retries, so the server stores the message once. */
export type Unsent = {
  clientId: string
  message: string
  failed: boolean
  /** Queued on this device until there is a signal. */
  waiting?: boolean
  asText?: boolean
}

const nameOf = (personId: string, jobId: string) => `conversation ${personId} ${jobId}`

/** Messages being sent when the page closed come back as failed. */
export function readTyping(personId: string, jobId: string): SavedTyping {
  const saved = readSessionStore(nameOf(personId, jobId)) as SavedTyping | null
  const unsent = saved?.unsent.map((one) => ({ ...one, failed: true }))
  return { draft: saved?.draft ?? '', unsent: unsent ?? [] }
}

export function saveTyping(personId: string, jobId: string, typing: SavedTyping): void {
  const isEmpty = typing.draft === '' && typing.unsent.length === 0
  writeSessionStore(nameOf(personId, jobId), isEmpty ? null : typing)
}
