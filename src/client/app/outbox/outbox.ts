import { createStore } from '#client/ui/store.ts'
import type { Phrase } from '#shared/texts/t.ts'
import { CallError } from '../call.ts'

/** A change made on this device, kept until the server has it. */
export type OutboxEntry<Change> = {
  /** The Idempotency-Key: the server applies it once. */
  key: string
  /** Increases with every entry of this device. */
  order: number
  /** When it was done, in epoch ms by this device's clock. */
  at: number
  /** How far that clock was behind the server's, in ms; undefined if unknown. */
  skew?: number
  personId: string
  jobId: string
  change: Change
  /** May have arrived, so it cannot be changed locally. */
  tried?: true
  /** The server's refusal; most hold back later changes of the same job until someone decides. */
  refused?: string
  /** The refusal for readers of any language. */
  untranslated?: Phrase
  /** The refusal's code, if any. */
  why?: string
  /** The job as it was known then, for when it can no longer be read. */
  about?: JobName
}

/** Identifies a job to the person who worked on it; the date is a local date. */
export type JobName = {
  number: string
  date: string
  time: string
  customer: string
  car: string
}

/** Storage that survives reloads and kills. Loads in any order, as of the end of the load. */
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
export type Outcome =
  | { state: 'sent'; answer: unknown }
  | { state: 'waiting'; signIn?: true }
  /** Stored here with the refusal. */
  | { state: 'refused' }

type Lane = 'work' | 'large'

type OutboxOptions<Change> = {
  store: OutboxStore<Change>
  /** Sends one entry. Throws CallError; status 0 means it may or may not have arrived. */
  send: (entry: OutboxEntry<Change>) => Promise<unknown>
  /** Runs before the entry leaves the list, so that screens always show the entry or its effect. */
  onSent?: (entry: OutboxEntry<Change>, answer: unknown) => void
  /** Runs when an entry is refused after its caller stopped waiting, before the refusal shows. */
  onRefused?: (entry: OutboxEntry<Change>) => Promise<unknown>
  onSignedOut?: () => void
  /** Whether a refused change stays here although its caller waits, because it could not be entered again. */
  staysRefused?: (change: Change, why: string | undefined) => boolean
  /** Whether a refusal of this change holds back later ones of the same job. */
  holdsBack?: (change: Change) => boolean
  /** Large changes have their own lane, so that they don't delay others. */
  isLarge?: (change: Change) => boolean
  /** False for a change that still has to be amended before it is sent; later work of its job waits for it. */
  isReady?: (change: Change) => boolean
  /** Lets one tab send at a time in each lane. */
  alone?: (run: () => Promise<void>, lane: Lane) => Promise<void>
  /** False while sending is pointless. */
  mayArrive?: () => boolean
  nameOf?: (jobId: string) => JobName | undefined
  /** For `skew`. */
  clockSkew?: () => number | undefined
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

/** Whether another call may still reach the server. */
const wasIntercepted = ({ details }: CallError) =>
  (details as { intercepted?: boolean } | undefined)?.intercepted === true

/** Worth retrying: no answer, rate limited, or a server error. */
export const isPassing = ({ status }: CallError) => status === 0 || status === 429 || status >= 500

let latest = 0

/** Now in epoch ms; a millisecond apart for changes made at once, as photos chosen together, to keep their order. */
function nextInstant(): number {
  const now = Date.now()
  const isAtOnce = now <= latest && latest - now < 1000
  latest = isAtOnce ? latest + 1 : now
  return latest
}

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
  staysRefused = () => false,
  holdsBack = () => true,
  isLarge = () => false,
  isReady = () => true,
  alone = (run) => run(),
  mayArrive = () => true,
  nameOf = () => undefined,
  clockSkew = () => undefined,
  patience = 4000,
  retryDelays = [2000, 4000, 8000, 15_000, 30_000],
  random = Math.random,
}: OutboxOptions<Change>) {
  let personId: string | undefined
  let known: readonly OutboxEntry<Change>[] = []
  // Shown immediately, sent once stored.
  const storing = new Set<OutboxEntry<Change>>()
  const state = createStore<OutboxState<Change>>({ entries: [], sending: false })
  const lanes = { work: openLane('work'), large: openLane('large') }
  const laneOf = ({ change }: OutboxEntry<Change>) => (isLarge(change) ? lanes.large : lanes.work)
  const watchers = new Map<string, (settled: Outcome | CallError) => void>()

  function show(entries = known): void {
    known = entries
    const own = [...known, ...storing].filter((entry) => entry.personId === personId)
    state.set({ entries: own, sending: Object.values(lanes).some((lane) => lane.isSending()) })
  }

  async function reload(): Promise<void> {
    show((await store.load()).toSorted((a, b) => a.order - b.order))
  }

  async function save(entry: OutboxEntry<Change>): Promise<void> {
    await store.put(entry)
    storing.delete(entry)
    const others = known.filter(({ key }) => key !== entry.key)
    show([...others, entry].toSorted((a, b) => a.order - b.order))
  }

  async function remove(key: string): Promise<void> {
    await store.remove(key)
    show(known.filter((entry) => entry.key !== key))
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

  async function make(jobId: string, change: Change): Promise<OutboxEntry<Change>> {
    if (!personId) throw new Error('No one is signed in')
    const newest = state.get().entries.at(-1)?.order ?? 0
    const at = nextInstant()
    const order = Math.max(at, newest + 1)
    const skew = clockSkew()
    const known = { order, at, ...(skew !== undefined && { skew }) }
    const about = nameOf(jobId)
    const made = { key: crypto.randomUUID(), ...known, personId, jobId, change }
    const entry = { ...made, ...(about && { about }) }
    await storeNew(entry)
    return entry
  }

  function settle(key: string, settled: Outcome | CallError): boolean {
    const watcher = watchers.get(key)
    watchers.delete(key)
    watcher?.(settled)
    return watcher !== undefined
  }

  async function attempt(entry: OutboxEntry<Change>): Promise<'done' | 'later' | 'all later'> {
    try {
      if (!entry.tried && mayArrive()) {
        entry = { ...entry, tried: true }
        await save(entry)
      }
      const answer = await send(entry)
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
      const why = reasonOf(error)
      // A large change cannot go back to a form.
      const stays = isLarge(entry.change) || staysRefused(entry.change, why)
      if (!stays && settle(entry.key, error)) await remove(entry.key)
      else {
        await onRefused?.(entry)
        const { message: refused, untranslated } = error
        await save({
          ...entry,
          refused,
          ...(untranslated && { untranslated }),
          ...(why && { why }),
        })
        settle(entry.key, { state: isLarge(entry.change) ? 'waiting' : 'refused' })
      }
      return 'done'
    }
  }

  /** Sends its changes in order, independent of the other lane. */
  function openLane(name: Lane) {
    let flushing: Promise<void> | undefined
    let requestedAgain = false
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    const nextDue = (waiting: ReadonlySet<string> = new Set()) => {
      const held = new Set(waiting)
      for (const entry of known) {
        if (entry.personId !== personId || isLarge(entry.change) !== (name === 'large')) continue
        const refused = entry.refused !== undefined
        if (refused && holdsBack(entry.change)) held.add(entry.jobId)
        else if (!refused && !isReady(entry.change)) {
          // A photo that still has to be shrunk doesn't delay others.
          if (name === 'work') held.add(entry.jobId)
        } else if (!refused && !held.has(entry.jobId)) return entry
      }
      return undefined
    }

    async function sendAll(): Promise<void> {
      await reload()
      // A job waits if its change gets no answer from our server; other jobs are still tried.
      const waiting = new Set<string>()
      for (let entry = nextDue(); entry; entry = nextDue(waiting)) {
        const result = await attempt(entry)
        if (result === 'done') failures = 0
        else if (result === 'later') waiting.add(entry.jobId)
        else return giveUpForNow()
      }
      if (waiting.size > 0) giveUpForNow()
    }

    function giveUpForNow(problem?: unknown): void {
      if (problem) globalThis.reportError?.(problem)
      for (const entry of known)
        if (isLarge(entry.change) === (name === 'large')) settle(entry.key, { state: 'waiting' })
      const delay = retryDelays[Math.min(failures++, retryDelays.length - 1)] ?? 0
      timer = setTimeout(() => void flush(), delay * (0.75 + random() / 2))
    }

    function flush(): Promise<void> {
      if (flushing) {
        requestedAgain = true
        return flushing
      }
      clearTimeout(timer)
      flushing = alone(sendAll, name)
        .catch(giveUpForNow)
        .finally(() => {
          flushing = undefined
          show()
          const again = requestedAgain && nextDue() !== undefined
          requestedAgain = false
          if (again) void flush()
        })
      show()
      return flushing
    }

    return {
      name,
      flush,
      isSending: () => flushing !== undefined,
      stop: () => clearTimeout(timer),
      flushDue: async () => {
        if (nextDue()) await flush()
      },
    }
  }

  const all = async (act: (lane: typeof lanes.work) => Promise<void>) => {
    await Promise.all(Object.values(lanes).map(act))
  }
  /** Sends what waits; again after the current run when called during one. */
  const flush = () => all((lane) => lane.flush())
  const flushDue = () => all((lane) => lane.flushDue())

  return {
    /** Loads this person's unsent changes; undefined when signed out. */
    async open(person: string | undefined): Promise<void> {
      const isSame = personId === person
      personId = person
      if (isSame && known.length === 0) return
      await reload()
      await flushDue()
    },
    /**
     * Stores a change, then sends it. Throws the CallError of a refusal that arrives while the caller waits, and then
     * keeps nothing.
     */
    async add(jobId: string, change: Change): Promise<Outcome> {
      const entry = await make(jobId, change)
      const answered = new Promise<Outcome | CallError>((resolve) =>
        watchers.set(entry.key, resolve),
      )
      const giveUp = setTimeout(() => settle(entry.key, { state: 'waiting' }), patience)
      void laneOf(entry).flush()
      const settled = await answered
      clearTimeout(giveUp)
      if (settled instanceof CallError) throw settled
      return settled
    },
    /** Stores a change to be sent, without waiting for the answer; a refusal stays here. */
    async keep(jobId: string, change: Change): Promise<void> {
      const entry = await make(jobId, change)
      void laneOf(entry).flush()
    },
    /** Replaces an untried change, or removes it (null); false when it may have been sent. */
    async amend(key: string, change: Change | null): Promise<boolean> {
      const shown = known.find((one) => one.key === key)
      if (!shown || (isReady(shown.change) && laneOf(shown).isSending())) return false
      let amended = false
      const act = async () => {
        await reload()
        const entry = known.find((one) => one.key === key)
        if (!entry || entry.tried || entry.refused !== undefined) return
        await (change ? save({ ...entry, change }) : remove(key))
        amended = true
      }
      // A change that is not ready cannot be in flight, so no lock is needed.
      await (isReady(shown.change) ? alone(act, laneOf(shown).name) : act())
      if (!isReady(shown.change)) void laneOf(shown).flush()
      return amended
    },
    /** Marks a change as refused on this device. */
    async refuse(key: string, refused: string): Promise<void> {
      const entry = known.find((one) => one.key === key)
      if (entry) await save({ ...entry, refused })
    },
    /** Sends a refused change again, or `changed` in its place. */
    async retry(key: string, changed?: Change): Promise<void> {
      const entry = known.find((one) => one.key === key)
      if (!entry) return
      const { refused: _refused, untranslated: _untranslated, why: _why, ...before } = entry
      const again = { ...before, change: changed ?? before.change }
      await save(again)
      await laneOf(again).flush()
    },
    async discard(key: string): Promise<void> {
      await remove(key)
      await lanes.work.flush()
    },
    /** Drops these entries, or all of this person's. */
    async drop(keys = state.get().entries.map(({ key }) => key)): Promise<void> {
      for (const lane of Object.values(lanes)) lane.stop()
      await Promise.all(keys.map(remove))
      await flushDue()
    },
    flush,
    /** Reloads after another tab's change. */
    reload,
    state,
  }
}

export type Outbox<Change> = ReturnType<typeof createOutbox<Change>>
