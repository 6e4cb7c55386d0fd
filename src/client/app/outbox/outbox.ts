import { createStore } from '#client/ui/store.ts'
import { CallError } from '../call.ts'

/** One change made on this device, kept until the server has it. */
export type OutboxEntry<Change> = {
  /** The Idempotency-Key: the server does it once, however often it arrives. */
  key: string
  /** Rises with every entry of this device. */
  order: number
  /** When the person did it, in epoch milliseconds by the clock of this device. */
  at: number
  personId: string
  jobId: string
  change: Change
  /** It may have arrived: the server has to be asked to change it. */
  tried?: true
  /** Why the server does not accept it; most keep later changes of the same job back until somebody decides. */
  refused?: string
  /** The kind of that refusal, where the server names it. */
  why?: string
}

/** Where entries survive a reload, a kill and a day without a network. Loads in any order. */
export type OutboxStore<Change> = {
  load(): Promise<OutboxEntry<Change>[]>
  put(entry: OutboxEntry<Change>): Promise<void>
  remove(key: string): Promise<void>
}

export type OutboxState<Change> = {
  /** Of the person who works, in the order they were made. */
  entries: readonly OutboxEntry<Change>[]
  sending: boolean
}

/** `waiting`: kept on this device, it is sent when there is a network; `signIn`: once the same person is signed in again. */
export type Outcome = { state: 'sent'; answer: unknown } | { state: 'waiting'; signIn?: true }

type OutboxOptions<Change> = {
  store: OutboxStore<Change>
  /** Brings one entry to the server. Throws CallError; status 0 means that it may or may not have arrived. */
  send: (entry: OutboxEntry<Change>) => Promise<unknown>
  /** Runs before the entry leaves the list, so that no screen ever shows neither it nor its effect. */
  onSent?: (entry: OutboxEntry<Change>, answer: unknown) => void
  /** Runs when one is refused and nobody waits for the answer any more, before the refusal shows. */
  onRefused?: (entry: OutboxEntry<Change>) => Promise<unknown>
  /** The session has ended. */
  onSignedOut?: () => void
  /** Whether later changes of the same job wait for somebody's decision when this one is refused. */
  holdsBack?: (change: Change) => boolean
  /** Lets one page of this browser send at a time. */
  alone?: (run: () => Promise<void>) => Promise<void>
  /** False while nothing that is sent can arrive. */
  mayArrive?: () => boolean
  /** How long somebody who waits for an answer is left waiting, in ms. */
  patience?: number
  /** Waits before the next try, in ms; the last one counts for all further tries. */
  retryDelays?: readonly number[]
  random?: () => number
}

function reasonOf({ details }: CallError): string | undefined {
  const reason = (details as { reason?: unknown } | null | undefined)?.reason
  return typeof reason === 'string' ? reason : undefined
}

/** Trying again may help: no answer, too much at once, or a server that is unwell. */
export const isPassing = ({ status }: CallError) => status === 0 || status === 429 || status >= 500

/**
 * Sends changes in the order they were made, each until the server has answered it. What the server refuses stays
 * with its reason, and keeps later changes of the same job back.
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
  // Shown at once, sent once the store has them.
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

  const nextDue = () => {
    const held = new Set<string>()
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

  /** False when there is no use in going on for now. */
  async function attempt(entry: OutboxEntry<Change>): Promise<boolean> {
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
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isPassing(error)) return false
      // Somebody has to sign in; whoever is watching is told, and nothing is lost.
      if (error.status === 401) {
        settle(entry.key, { state: 'waiting', signIn: true })
        onSignedOut?.()
        return false
      }
      if (settle(entry.key, error)) await remove(entry.key)
      else {
        await onRefused?.(entry)
        const why = reasonOf(error)
        await save({ ...entry, refused: error.message, ...(why && { why }) })
      }
      return true
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
    for (let entry = nextDue(); entry; entry = nextDue())
      if (!(await attempt(entry))) return giveUpForNow()
  }

  function giveUpForNow(problem?: unknown): void {
    if (problem) globalThis.reportError?.(problem)
    for (const key of watchers.keys()) settle(key, { state: 'waiting' })
    const delay = retryDelays[Math.min(failures++, retryDelays.length - 1)] ?? 0
    timer = setTimeout(() => void flush(), delay * (0.75 + random() / 2))
  }

  /** Tries to send what waits, now; once more when it is asked for in the middle of a try. */
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
    /** Takes up what this person left unsent; undefined when nobody is signed in. */
    async open(person: string | undefined): Promise<void> {
      const isSame = personId === person
      personId = person
      if (isSame && known.length === 0) return
      await reload()
      if (nextDue()) await flush()
    },

    /**
     * Keeps a change, then sends it. Throws the CallError of a refusal that comes while the caller waits, and then
     * keeps nothing: the caller still has what was entered.
     */
    async add(jobId: string, change: Change): Promise<Outcome> {
      if (!personId) throw new Error('Nobody is signed in')
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

    /** Makes another one of a change that was never on its way, or nothing (null); false when it may have arrived. */
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

    /** Sends a refused change once more. */
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

    /** Drops these, or all that this person made here and the server does not have. */
    async drop(keys = state.get().entries.map(({ key }) => key)): Promise<void> {
      clearTimeout(timer)
      await Promise.all(keys.map(remove))
      if (nextDue()) await flush()
    },

    flush,
    /** Looks again at what is kept: another page has changed it. */
    reload,
    state,
  }
}

export type Outbox<Change> = ReturnType<typeof createOutbox<Change>>
