import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { CallError } from '../call.ts'
import { createOutbox, type Outbox, type OutboxEntry, type OutboxStore } from './outbox.ts'

function memoryStore(): OutboxStore<string> & { kept: Map<string, OutboxEntry<string>> } {
  const kept = new Map<string, OutboxEntry<string>>()
  return {
    kept,
    load: async () => [...kept.values()],
    put: async (entry) => void kept.set(entry.key, entry),
    remove: async (key) => void kept.delete(key),
  }
}

type Send = (entry: OutboxEntry<string>) => Promise<unknown>

async function outboxOf(send: Send, store = memoryStore(), patience = 1000) {
  const holdsBack = (change: string) => change !== 'message'
  const outbox = createOutbox({
    store,
    send,
    holdsBack,
    patience,
    retryDelays: [5],
    random: () => 0,
  })
  await outbox.open('dan')
  return { outbox, store }
}

const changes = ({ state }: Pick<Outbox<string>, 'state'>) =>
  state.get().entries.map(({ change }) => change)
const noSignal = () => Promise.reject(new CallError(0, 'No connection'))

test('online, a change is answered at once and leaves nothing behind', async () => {
  const { outbox, store } = await outboxOf(async ({ change }) => `done ${change}`)
  expect(await outbox.add('job', 'tick')).toEqual({ state: 'sent', answer: 'done tick' })
  expect(store.kept.size).toBe(0)
})

test('offline, changes wait in order, and are sent once online', async () => {
  let online = false
  const sent: string[] = []
  const { outbox } = await outboxOf(async ({ change }) => (online ? sent.push(change) : noSignal()))
  for (const change of ['start', 'tick', 'extra'])
    expect(await outbox.add('job', change)).toEqual({ state: 'waiting' })
  expect(changes(outbox)).toEqual(['start', 'tick', 'extra'])
  online = true
  await vi.waitFor(() => expect(changes(outbox)).toEqual([]))
  expect(sent).toEqual(['start', 'tick', 'extra'])
})

test('a hanging network does not block the caller', async () => {
  let answer: (value: string) => void = () => {}
  const hanging = new Promise<string>((resolve) => (answer = resolve))
  const { outbox } = await outboxOf(() => hanging, memoryStore(), 20)
  expect(await outbox.add('job', 'tick')).toEqual({ state: 'waiting' })
  answer('late')
  await vi.waitFor(() => expect(changes(outbox)).toEqual([]))
})

test('a refusal is thrown to a waiting caller, and not kept', async () => {
  const { outbox, store } = await outboxOf(() => Promise.reject(new CallError(409, 'Cancelled')))
  await expect(outbox.add('job', 'tick')).rejects.toThrow('Cancelled')
  expect(store.kept.size).toBe(0)
})

test('a refusal of work that cannot be entered again is kept, with the name of its job', async () => {
  const store = memoryStore()
  const about = { number: 'FQ-1', date: '2026-11-24', time: '', customer: 'Ada', car: 'Jetta' }
  const over = new CallError(409, 'Completed', { reason: 'over' })
  const outbox = createOutbox<string>({
    store,
    send: () => Promise.reject(over),
    staysRefused: (change, why) => change === 'extra' && why === 'over',
    nameOf: () => about,
  })
  await outbox.open('dan')
  await expect(outbox.add('job', 'tick')).rejects.toThrow('Completed')
  expect(await outbox.add('job', 'extra')).toEqual({ state: 'refused' })
  expect([...store.kept.values()]).toMatchObject([
    { change: 'extra', refused: 'Completed', why: 'over', about },
  ])
})

test('a later refusal keeps its reason and holds back its own job only', async () => {
  let online = false
  const sent: string[] = []
  const { outbox, store } = await outboxOf(async ({ change }) => {
    if (!online) return noSignal()
    if (change === 'start') throw new CallError(409, 'This visit is already cancelled.')
    if (change === 'message') throw new CallError(409, 'Nobody listens.')
    return sent.push(change)
  })
  await outbox.add('job', 'start')
  await outbox.add('job', 'note')
  await outbox.add('other', 'message')
  await outbox.add('other', 'photo')
  online = true
  await vi.waitFor(() => expect(changes(outbox)).toEqual(['start', 'note', 'message']))
  expect(outbox.state.get().entries[0]).toMatchObject({
    refused: 'This visit is already cancelled.',
  })
  expect(sent).toEqual(['photo'])
  await outbox.discard([...store.kept.keys()][0] ?? '')
  await vi.waitFor(() => expect(changes(outbox)).toEqual(['message']))
  expect(sent).toEqual(['photo', 'note'])
})

test('onRefused finishes before a late refusal shows', async () => {
  let online = false
  const seen: string[] = []
  const outbox = createOutbox<string>({
    store: memoryStore(),
    send: () => (online ? Promise.reject(new CallError(409, 'Cancelled')) : noSignal()),
    onRefused: async ({ change }) => {
      const [entry] = outbox.state.get().entries
      seen.push(`${change} ${entry?.refused ?? 'waits'}`)
    },
    retryDelays: [5],
  })
  await outbox.open('dan')
  await outbox.add('job', 'complete')
  online = true
  await vi.waitFor(() => expect(outbox.state.get().entries[0]?.refused).toBe('Cancelled'))
  expect(seen).toEqual(['complete waits'])
})

test('a refused change can be sent again', async () => {
  let online = false
  let open = false
  const { outbox } = await outboxOf(async () => {
    if (!online) return noSignal()
    if (!open) throw new CallError(409, 'Not yet')
  })
  await outbox.add('job', 'complete')
  online = true
  await vi.waitFor(() =>
    expect(outbox.state.get().entries[0]).toMatchObject({ refused: 'Not yet' }),
  )
  open = true
  await outbox.retry(outbox.state.get().entries[0]?.key ?? '')
  expect(changes(outbox)).toEqual([])
})

test('after a session ends changes are kept for the same user, and shown to no one else', async () => {
  let signedIn = false
  const store = memoryStore()
  const send = async () => {
    if (!signedIn) throw new CallError(401, 'Please sign in')
  }
  const { outbox } = await outboxOf(send, store)
  expect(await outbox.add('job', 'tick')).toEqual({ state: 'waiting', signIn: true })
  signedIn = true
  await outbox.open('eve')
  expect(changes(outbox)).toEqual([])
  expect(store.kept.size).toBe(1)
  await outbox.open('dan')
  expect(store.kept.size).toBe(0)
})

test('changes never sent are replaced or dropped; those that may have arrived are not', async () => {
  let online = false
  const sent: string[] = []
  const store = memoryStore()
  const outbox = createOutbox<string>({
    store,
    send: async ({ change }) => (online ? sent.push(change) : noSignal()),
    mayArrive: () => online,
    retryDelays: [60_000],
  })
  await outbox.open('dan')
  await Promise.all(['start', 'extra 150', 'slip'].map((change) => outbox.add('job', change)))
  await vi.waitFor(() => expect(outbox.state.get().sending).toBe(false))
  const keyOf = (wanted: string) =>
    outbox.state.get().entries.find(({ change }) => change === wanted)?.key ?? ''
  expect(await outbox.amend(keyOf('extra 150'), 'extra 15')).toBe(true)
  expect(await outbox.amend(keyOf('slip'), null)).toBe(true)
  const start = keyOf('start')
  await store.put({ ...store.kept.get(start)!, tried: true })
  expect(await outbox.amend(start, null)).toBe(false)
  online = true
  await outbox.flush()
  expect(sent).toEqual(['start', 'extra 15'])
})

test('a change has the time it was made, regardless of its place in the order', async () => {
  const { outbox, store } = await outboxOf(noSignal)
  await store.put({
    key: 'k',
    order: Date.now() + 1e6,
    at: 0,
    personId: 'dan',
    jobId: 'job',
    change: 'a',
  })
  await outbox.reload()
  await outbox.add('job', 'tick')
  const tick = outbox.state.get().entries.find(({ change }) => change === 'tick')
  expect(Math.abs((tick?.at ?? 0) - Date.now())).toBeLessThan(5000)
})

type Weather = 'clear' | 'request lost' | 'answer lost' | 'server down' | 'arrives again later'
const weather = fc.constantFrom<Weather>(
  'clear',
  'request lost',
  'answer lost',
  'server down',
  'arrives again later',
)

test('lost, repeated or late requests and answers leave the server in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(weather, { maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 7 })),
      async (skies, count, kills) => {
        const applied: string[] = []
        const answers = new Map<string, number>()
        const late: OutboxEntry<string>[] = []
        const arrive = (entry: OutboxEntry<string>) => {
          const known = answers.get(entry.key)
          if (known !== undefined) return known
          answers.set(entry.key, applied.push(entry.change))
          return applied.length
        }
        const send: Send = async (entry) => {
          const sky = skies.shift() ?? 'clear'
          if (sky === 'request lost') return noSignal()
          if (sky === 'server down') throw new CallError(503, 'Down')
          const answer = arrive(entry)
          if (sky === 'answer lost') return noSignal()
          if (sky === 'arrives again later') late.push(entry)
          else late.splice(0).forEach(arrive)
          return answer
        }
        const store = memoryStore()
        const start = async () => (await outboxOf(send, store, 0)).outbox
        let outbox = await start()
        const wanted = Array.from({ length: count }, (_, n) => `change ${n}`)
        for (const [n, change] of wanted.entries()) {
          await outbox.add('job', change)
          if (kills.includes(n)) outbox = await start()
        }
        await vi.waitFor(() => expect(store.kept.size).toBe(0), { interval: 2 })
        late.splice(0).forEach(arrive)
        expect(applied).toEqual(wanted)
      },
    ),
    { numRuns: 60 },
  )
})

test('coming online while the last try fails starts a new try', async () => {
  const store = memoryStore()
  const sent: string[] = []
  let online = false
  let release = () => {}
  const outbox = createOutbox<string>({
    store,
    send: async ({ change }) => (online ? sent.push(change) : noSignal()),
    // Like a browser lock, it is released a moment after the work.
    alone: async (run) => {
      await run()
      await new Promise<void>((resolve) => (release = resolve))
    },
    retryDelays: [60_000],
  })
  await outbox.open('dan')
  expect(await outbox.add('job', 'tick')).toEqual({ state: 'waiting' })
  online = true
  void outbox.flush()
  release()
  await vi.waitFor(() => {
    release()
    expect(sent).toEqual(['tick'])
  })
})

test('a change that something in between keeps answering holds back its own job only', async () => {
  let blocked = true
  const sent: string[] = []
  const { outbox } = await outboxOf(async ({ change }) => {
    if (blocked && change === 'note') throw new CallError(0, 'Portal', { intercepted: true })
    return sent.push(change)
  })
  await outbox.add('job', 'note')
  await outbox.add('job', 'complete')
  expect(await outbox.add('other', 'note 2')).toMatchObject({ state: 'sent' })
  expect(sent).toEqual(['note 2'])
  blocked = false
  await vi.waitFor(() => expect(changes(outbox)).toEqual([]))
  expect(sent).toEqual(['note 2', 'note', 'complete'])
})

test('a large change that takes for ever holds back no others, and is kept when refused', async () => {
  const sent: string[] = []
  let answer = (_answer: CallError | string) => {}
  const outbox = createOutbox<string>({
    store: memoryStore(),
    send: async ({ change }) => {
      if (change !== 'photo') return sent.push(change)
      const answered = await new Promise<CallError | string>((resolve) => (answer = resolve))
      if (answered instanceof CallError) throw answered
      return sent.push(change)
    },
    isLarge: (change) => change === 'photo',
    patience: 20,
  })
  await outbox.open('dan')
  expect(await outbox.add('job', 'photo')).toEqual({ state: 'waiting' })
  expect(await outbox.add('job', 'tick')).toMatchObject({ state: 'sent' })
  expect(await outbox.add('job', 'complete')).toMatchObject({ state: 'sent' })
  expect(sent).toEqual(['tick', 'complete'])
  answer(new CallError(409, 'Too many'))
  await vi.waitFor(() =>
    expect(outbox.state.get().entries[0]).toMatchObject({ refused: 'Too many' }),
  )
  void outbox.retry(outbox.state.get().entries[0]?.key ?? '')
  await vi.waitFor(() => expect(outbox.state.get().sending).toBe(true))
  answer('done')
  await vi.waitFor(() => expect(sent).toEqual(['tick', 'complete', 'photo']))
})

test('a change that is not ready waits in its place, and is sent once amended', async () => {
  const sent: string[] = []
  const outbox = createOutbox<string>({
    store: memoryStore(),
    send: async ({ change }) => sent.push(change),
    isReady: (change) => !change.startsWith('raw'),
    isLarge: (change) => change.endsWith('photo'),
    patience: 5,
  })
  await outbox.open('dan')
  await outbox.add('job', 'raw photo')
  await outbox.add('job', 'tick')
  expect(sent).toEqual(['tick'])
  expect(await outbox.amend(outbox.state.get().entries[0]?.key ?? '', 'photo')).toBe(true)
  await vi.waitFor(() => expect(sent).toEqual(['tick', 'photo']))
})

test('later work of a job waits for a change that is not ready, and other jobs do not', async () => {
  const sent: string[] = []
  const outbox = createOutbox<string>({
    store: memoryStore(),
    send: async ({ change }) => sent.push(change),
    isReady: (change) => !change.startsWith('open'),
    patience: 5,
  })
  await outbox.open('dan')
  await outbox.keep('job', 'open findings')
  await outbox.add('job', 'completion')
  await outbox.add('other job', 'tick')
  expect(sent).toEqual(['tick'])
  const [open] = outbox.state.get().entries
  expect(await outbox.amend(open?.key ?? '', 'open findings, one more')).toBe(true)
  expect(await outbox.amend(open?.key ?? '', 'findings')).toBe(true)
  await vi.waitFor(() => expect(sent).toEqual(['tick', 'findings', 'completion']))
})
