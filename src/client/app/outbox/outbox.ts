import { createStore } from '#client/ui/store.ts'
import { CallError, wasIntercepted } from '../call.ts'

/** A change made on this device, kept until the server has it. */
export type OutboxEntry<Change> = {
  /** The Idempotency-Key: the server applies it once. */
  key: string
  /** Increases with every entry of this device. */
  order: number
  /** When it was done, in epoch ms by this device's clock. */
  at: number
  personId: string
  jobId: string
  change: Change
  /** May have arrived, so it cannot be changed locally. */
  tried?: true
  /** The server's refusal; most hold back later changes of the same job until someone decides. */
  refused?: string
  /** The refusal's code, if any. */
  why?: string
}

/** Storage that survives reloads and kills. Loads in any order. */
export type OutboxStore<Change> = {
  load(): Promise<OutboxEntry<Change>[]>
  put(entry: OutboxEntry<Change>): Promise<void>
  remove(key: string): Promise<void>
}

type OutboxState<Change> = {
  /** The signed-in person's, in order. */
  entries: readonly OutboxEntry<Change>[]
  sending: boolean
}

/** `waiting`: stored here, sent once online; `signIn`: sent after the same person signs in again. */
export type Outcome = { state: 'sent'; answer: unknown } | { state: 'waiting'; signIn?: true }

type OutboxOptions<Change> = {
  store: OutboxStore<Change>
  /** Sends one entry. Throws CallError; status 0 means it may or may not have arrived. */
  send: (entry: OutboxEntry<Change>) => Promise<unknown>
  /** Runs before the entry leaves the list, so that screens always show the entry or its effect. */
  onSent?: (entry: OutboxEntry<Change>, answer: unknown) => void
  /** Runs when an entry is refused after its caller stopped waiting, before the refusal shows. */
  onRefused?: (entry: OutboxEntry<Change>) => Promise<unknown>
  onSignedOut?: () => void
  /** Whether a refusal of this change holds back later ones of the same job. */
  holdsBack?: (change: Change) => boolean
  /** Lets one tab send at a time. */
  alone?: (run: () => Promise<void>) => Promise<void>
  /** False while sending is pointless. */
  mayArrive?: () => boolean
  /** How long a caller waits for the answer, in ms. */
  patience?: number
  /** Delays between tries in ms; the last one repeats. */
  retryDelays?: readonly number[]
  random?: () => number
}

function reasonOf({ details }: CallError): string | undefined {
  const reason = (details as { reason?: unknown } | null | undefined)?.reason
  return typeof reason === 'string' ? reason : undefined
}

/** Worth retrying: no answer, rate limited, or a server error. */
export const isPassing = ({ status }: CallError) => status === 0 || status === 429 || status >= 500

/**
 * Sends changes in order, each until the server has answered. A refused change stays with its reason and holds back
 * later ones of the same job.
 */
export function createOutbox<Change>({
  store,
  send,
  onSent,
  onRefused,
  onSignedOut,
  holdsBack = () => true,
  alone = (run) => run(),
  mayArrive = () => true,
  patience = 4000,
  retryDelays = [2000, 4000, 8000, 15_000, 30_000],
  random = Math.random,
}: OutboxOptions<Change>) {
  let personId: string | undefined
  let known: readonly OutboxEntry<Change>[] = []
  // Shown immediately, sent once stored.
  const storing = new Set<OutboxEntry<Change>>()
  const state = createStore<OutboxState<Change>>({ entries: [], sending: false })
  let flushing: Promise<void> | undefined
  let askedAgain = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Map<string, (settled: Outcome | CallError) => void>()

  function show(entries = known): void {
    known = entries
    const own = [...known, ...storing].filter((entry) => entry.personId === personId)
    state.set({ entries: own, sending: flushing !== undefined })
  }

  async function reload(): Promise<void> {
    show((await store.load()).toSorted((a, b) => a.order - b.order))
  }

  const nextDue = (waiting: ReadonlySet<string> = new Set()) => {
    const held = new Set(waiting)
    for (const entry of known) {
      if (entry.personId !== personId) continue
      const refused = entry.refused !== undefined
      if (refused && holdsBack(entry.change)) held.add(entry.jobId)
      else if (!refused && !held.has(entry.jobId)) return entry
    }
    return undefined
  }

  function settle(key: string, settled: Outcome | CallError): boolean {
    const watcher = watchers.get(key)
    watchers.delete(key)
    watcher?.(settled)
    return watcher !== undefined
  }

  async function remove(key: string): Promise<void> {
    await store.remove(key)
    show(known.filter((entry) => entry.key !== key))
  }

  async function attempt(entry: OutboxEntry<Change>): Promise<'done' | 'later' | 'all later'> {
    try {
      if (!entry.tried && mayArrive()) {
        entry = { ...entry, tried: true }
        await save(entry)
      }
      const answer = await send(entry)
      failures = 0
      onSent?.(entry, answer)
      await remove(entry.key)
      settle(entry.key, { state: 'sent', answer })
      return 'done'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isPassing(error)) return error.status > 0 || wasIntercepted(error) ? 'later' : 'all later'
      // The user has to sign in; the entry stays.
      if (error.status === 401) {
        settle(entry.key, { state: 'waiting', signIn: true })
        onSignedOut?.()
        return 'all later'
      }
      if (settle(entry.key, error)) await remove(entry.key)
      else {
        await onRefused?.(entry)
        const why = reasonOf(error)
        await save({ ...entry, refused: error.message, ...(why && { why }) })
      }
      return 'done'
    }
  }

  async function save(entry: OutboxEntry<Change>): Promise<void> {
    await store.put(entry)
    storing.delete(entry)
    const others = known.filter(({ key }) => key !== entry.key)
    show([...others, entry].toSorted((a, b) => a.order - b.order))
  }

  async function storeNew(entry: OutboxEntry<Change>): Promise<void> {
    storing.add(entry)
    show()
    try {
      await save(entry)
    } finally {
      storing.delete(entry)
      show()
    }
  }

  async function sendAll(): Promise<void> {
    await reload()
    // A job whose change gets no answer of the server's own waits; others may still reach it.
    const waiting = new Set<string>()
    for (let entry = nextDue(); entry; entry = nextDue(waiting)) {
      const result = await attempt(entry)
      if (result === 'all later') return giveUpForNow()
      if (result === 'later') waiting.add(entry.jobId)
    }
    if (waiting.size > 0) giveUpForNow()
  }

  function giveUpForNow(problem?: unknown): void {
    if (problem) globalThis.reportError?.(problem)
    for (const key of watchers.keys()) settle(key, { state: 'waiting' })
    const delay = retryDelays[Math.min(failures++, retryDelays.length - 1)] ?? 0
    timer = setTimeout(() => void flush(), delay * (0.75 + random() / 2))
  }

  /** Sends what waits; again after the current run when called during one. */
  function flush(): Promise<void> {
    if (flushing) {
      askedAgain = true
      return flushing
    }
    clearTimeout(timer)
    flushing = alone(sendAll)
      .catch(giveUpForNow)
      .finally(() => {
        flushing = undefined
        show()
        const again = askedAgain && nextDue() !== undefined
        askedAgain = false
        if (again) void flush()
      })
    show()
    return flushing
  }

  return {
    /** Loads this person's unsent changes; undefined when signed out. */
    async open(person: string | undefined): Promise<void> {
      const isSame = personId === person
      personId = person
      if (isSame && known.length === 0) return
      await reload()
      if (nextDue()) await flush()
    },

    /**
     * Stores a change, then sends it. Throws the CallError of a refusal that arrives while the caller waits, and then
     * keeps nothing.
     */
    async add(jobId: string, change: Change): Promise<Outcome> {
      if (!personId) throw new Error('No one is signed in')
      const newest = state.get().entries.at(-1)?.order ?? 0
      const at = Date.now()
      const order = Math.max(at, newest + 1)
      const entry = { key: crypto.randomUUID(), order, at, personId, jobId, change }
      await storeNew(entry)
      const answered = new Promise<Outcome | CallError>((resolve) =>
        watchers.set(entry.key, resolve),
      )
      const giveUp = setTimeout(() => settle(entry.key, { state: 'waiting' }), patience)
      void flush()
      const settled = await answered
      clearTimeout(giveUp)
      if (settled instanceof CallError) throw settled
      return settled
    },

    /** Replaces an untried change, or removes it (null); false when it may have been sent. */
    async amend(key: string, change: Change | null): Promise<boolean> {
      if (flushing) return false
      let amended = false
      await alone(async () => {
        await reload()
        const entry = known.find((one) => one.key === key)
        if (!entry || entry.tried || entry.refused !== undefined) return
        await (change ? save({ ...entry, change }) : remove(key))
        amended = true
      })
      return amended
    },

    async retry(key: string): Promise<void> {
      const entry = known.find((one) => one.key === key)
      if (!entry) return
      const { refused: _refused, why: _why, ...again } = entry
      await save(again)
      await flush()
    },

    async discard(key: string): Promise<void> {
      await remove(key)
      await flush()
    },

    /** Drops these entries, or all of this person's. */
    async drop(keys = state.get().entries.map(({ key }) => key)): Promise<void> {
      clearTimeout(timer)
      await Promise.all(keys.map(remove))
      if (nextDue()) await flush()
    },

    flush,
    /** Reloads after another tab's change. */
    reload,
    state,
  }
}

export type Outbox<Change> = ReturnType<typeof createOutbox<Change>>
