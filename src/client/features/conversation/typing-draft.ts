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

const key = (personId: string, jobId: string) => `conversation ${personId} ${jobId}`

/** A message that was on its way when the page went is shown as not sent. */
export function readTyping(personId: string, jobId: string): SavedTyping {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(personId, jobId)) ?? '{}') as {
      draft?: string
      unsent?: Unsent[]
    }
    const unsent = (kept.unsent ?? []).map((one) => ({ ...one, failed: true }))
    return { draft: kept.draft ?? '', unsent }
  } catch {
    return { draft: '', unsent: [] }
  }
}

/** Does nothing where the browser keeps nothing. */
export function saveTyping(personId: string, jobId: string, { draft, unsent }: SavedTyping): void {
  try {
    if (draft === '' && unsent.length === 0) sessionStorage.removeItem(key(personId, jobId))
    else sessionStorage.setItem(key(personId, jobId), JSON.stringify({ draft, unsent }))
  } catch {
    // Private windows may refuse to store; the typing then lives as long as the page.
  }
}
