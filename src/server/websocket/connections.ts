import type { RawData, WebSocket } from 'ws'
import * as z from 'zod/mini'
import { SocketUpdate } from '#shared/contract/socket.ts'
import { now } from '#server/base/clock.ts'
import { inLanguage } from '#server/base/language.ts'
import type { SignedIn } from '#server/http/handlers.ts'

const mostSocketsOfPerson = 10
/** Frames one person may send at once on all sockets; one more every second. */
const burst = 30
/** Bytes that may wait for a reader; one further behind is dropped and reloads. */
const mostWaiting = 256 * 1024
/** Longer than any tab stays open, so that missed changes are noticed eventually. */
const longestLifeMs = 12 * 3_600_000
const patienceMs = 2_000

const goingAway = 1001
const policyViolation = 1008
const comeAgain = 1012

/** A signed-in person, or a guest who `follows` one visit by its link as its customer `until` it expires. */
export type Connected = SignedIn & { follows?: { customerId: string; until: Date } }

type Peer = {
  socket: WebSocket
  person: Connected
  answersPings: boolean
  openedAt: number
  /** Frames are handled one by one in order of arrival. */
  work: Promise<void>
}
type Group = { peers: Set<Peer>; allowance: number; countedAt: number }

export type ConnectionOptions = {
  /** Handles a text frame; `answer` goes only to the socket it came from. */
  onText: (person: Connected, text: string, answer: (update: SocketUpdate) => void) => Promise<void>
  pingEveryMs?: number
}

export type Connections = ReturnType<typeof createConnections>

/** A process's sockets, by person. */
export function createConnections({ onText, pingEveryMs = 30_000 }: ConnectionOptions) {
  const groups = new Map<string, Group>()
  const peers = function* () {
    for (const group of groups.values()) yield* group.peers
  }
  const timer = setInterval(() => {
    for (const peer of peers()) lookAfter(peer)
    for (const [id, { peers: left, countedAt }] of groups)
      // Reconnecting at once does not renew the allowance.
      if (left.size === 0 && elapsedSeconds(countedAt) > 2 * burst) groups.delete(id)
  }, pingEveryMs).unref()

  function add(person: Connected, socket: WebSocket): void {
    const group = groups.get(person.id) ?? newGroup()
    groups.set(person.id, group)
    const peer: Peer = {
      socket,
      person,
      answersPings: true,
      openedAt: performance.now(),
      work: Promise.resolve(),
    }
    group.peers.add(peer)
    socket.on('close', () => group.peers.delete(peer))
    // A broken frame or connection; the following close does the rest.
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => {
      peer.answersPings = true
    })
    // Browsers send none. They are answered, so they count.
    socket.on('ping', () => {
      if (!spend(group)) socket.close(policyViolation)
    })
    socket.on('message', (data, isBinary) => receive(peer, group, data, isBinary))
  }

  function receive(peer: Peer, group: Group, data: RawData, isBinary: boolean): void {
    if (peer.socket.readyState !== peer.socket.OPEN) return
    if (isBinary || !spend(group)) return peer.socket.close(policyViolation)
    const text = (data as Buffer).toString()
    peer.work = peer.work.then(() =>
      onText(peer.person, text, (update) => write(peer, encode(update))),
    )
  }

  return {
    add,
    isFull: (personId: string) => (groups.get(personId)?.peers.size ?? 0) >= mostSocketsOfPerson,
    count: () => [...peers()].length,
    isConnected: (personId: string) => (groups.get(personId)?.peers.size ?? 0) > 0,
    /** Sends to every socket of these people in this process. */
    send(personIds: readonly string[], update: SocketUpdate): void {
      const text = encode(update)
      for (const id of new Set(personIds))
        for (const peer of groups.get(id)?.peers ?? []) write(peer, text)
    },
    /** Sends to every socket of a person in this process, worded once per browser language. */
    async sendWorded(
      personId: string,
      word: (person: SignedIn) => Promise<SocketUpdate | undefined> | SocketUpdate | undefined,
    ): Promise<void> {
      const own = Map.groupBy(groups.get(personId)?.peers ?? [], ({ person }) => person.language)
      for (const [language, [peer, ...others]] of own) {
        const update = peer && (await inLanguage(language, () => word(peer.person)))
        const text = update && encode(update)
        if (text) for (const one of [peer, ...others]) write(one, text)
      }
    },
    /** Sends to every matching socket in this process. */
    sendWhere(isMeant: (person: SignedIn) => boolean, update: SocketUpdate): void {
      const text = encode(update)
      for (const peer of peers()) if (isMeant(peer.person)) write(peer, text)
    },
    /** Closes the sockets of matching people. */
    closeWhere(isMeant: (person: Connected) => boolean, code: number): void {
      for (const peer of peers()) if (isMeant(peer.person)) peer.socket.close(code)
    },
    /** Asks everyone to reconnect: updates in between may have been missed. */
    reopenAll(): void {
      for (const peer of peers()) peer.socket.close(comeAgain)
    },
    /** For the end of the process: finishes work in progress, then disconnects everyone. */
    async closeAll(): Promise<void> {
      clearInterval(timer)
      const all = [...peers()]
      await Promise.all(all.map(({ work }) => work))
      for (const { socket } of all) socket.close(goingAway)
      for (const deadline = performance.now() + patienceMs; performance.now() < deadline;) {
        if (all.every(({ socket }) => socket.readyState === socket.CLOSED)) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      for (const { socket } of all) socket.terminate()
    },
  }
}

const newGroup = (): Group => ({ peers: new Set(), allowance: burst, countedAt: performance.now() })
const elapsedSeconds = (since: number) => (performance.now() - since) / 1000

function spend(group: Group): boolean {
  group.allowance = Math.min(burst, group.allowance + elapsedSeconds(group.countedAt))
  group.countedAt = performance.now()
  if (group.allowance < 1) return false
  group.allowance -= 1
  return true
}

function lookAfter(peer: Peer): void {
  if (!peer.answersPings) return peer.socket.terminate()
  if (performance.now() - peer.openedAt > longestLifeMs) return peer.socket.close(comeAgain)
  if (peer.person.follows && peer.person.follows.until <= now())
    return peer.socket.close(policyViolation)
  peer.answersPings = false
  peer.socket.ping()
}

/** An undeclared field never leaves. */
const encode = (update: SocketUpdate) => JSON.stringify(z.parse(SocketUpdate, update))

function write({ socket }: Peer, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostWaiting) return socket.terminate()
  socket.send(text)
}
