import type { SimulatorBank, SimulatorBooks } from '../port.ts'

/** The simulator's records in memory for tests; writes go through JSON as in a database. */
export function memoryBank() {
  const records = new Map<string, string>()
  const sent: { body: string; headers: Record<string, string> }[] = []
  let last: Promise<unknown> = Promise.resolve()
  const books: SimulatorBooks = {
    async get(kind, id) {
      const text = records.get(`${kind} ${id}`)
      return text === undefined ? undefined : (JSON.parse(text) as unknown)
    },
    async put(kind, id, record) {
      records.set(`${kind} ${id}`, JSON.stringify(record))
    },
    async list(kind, { after, before, limit }) {
      return [...records]
        .map(([key, text]) => ({ key, id: key.slice(kind.length + 1), text }))
        .filter(({ key, id }) => key.startsWith(`${kind} `) && id > after)
        .filter(({ id }) => before === undefined || id < before)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id, text }) => ({ id, record: JSON.parse(text) as unknown }))
    },
    async send(body, headers) {
      sent.push({ body, headers })
    },
  }
  const bank: SimulatorBank = {
    alone(_name, act) {
      const run = last.then(() => act(books))
      last = run.catch(() => {})
      return run
    },
  }
  return {
    bank,
    sent,
    /** Ids of all payments ever made. */
    paymentIds: () =>
      [...records.keys()].filter((key) => key.startsWith('payment ')).map((key) => key.slice(8)),
  }
}
