import { Client, type ClientConfig } from 'pg'
import type { ProblemReport } from './driver.ts'

interface Subscription {
  channel: string
  onPayload: (payload: string) => void
  onReconnect: () => void
}

const firstWait = 250
// Maximum delay of notifications once the server is back.
const longestWait = 2_000
const heartbeatEvery = 15_000

/** Listens for notifications on its own connection, which it restores when lost. */
export class PostgresListener {
  readonly #config: ClientConfig
  readonly #report: ProblemReport
  readonly #subscriptions = new Set<Subscription>()
  #client: Promise<Client> | undefined
  #timer: NodeJS.Timeout | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #wait = firstWait
  #closed = false

  constructor(config: ClientConfig, report: ProblemReport) {
    this.#config = { ...config, application_name: 'fivequart listener' }
    this.#report = report
  }

  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>> {
    const client = await this.#connected()
    await client.query(`listen ${channel}`)
    const subscription = { channel, onPayload, onReconnect }
    this.#subscriptions.add(subscription)
    return async () => {
      this.#subscriptions.delete(subscription)
      if ([...this.#subscriptions].some((other) => other.channel === channel)) return
      // A lost connection hears nothing, and the next one subscribes to what remains.
      const current = await this.#client?.catch(() => undefined)
      await current?.query(`unlisten ${channel}`).catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#heartbeat)
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  #connected(): Promise<Client> {
    this.#client ??= this.#connect().catch((error) => {
      this.#client = undefined
      throw error
    })
    return this.#client
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config)
    let established = false
    const lost = () => {
      if (established) this.#lost(client)
      established = false
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const one of this.#subscriptions) if (one.channel === channel) one.onPayload(payload)
    })
    await client.connect()
    const channels = new Set([...this.#subscriptions].map((one) => one.channel))
    for (const channel of channels) await client.query(`listen ${channel}`)
    established = true
    this.#heartbeat = setInterval(() => beat(client, lost), heartbeatEvery)
    this.#heartbeat.unref()
    return client
  }

  #lost(client: Client): void {
    if (this.#closed) return
    clearInterval(this.#heartbeat)
    client.end().catch(() => {})
    this.#client = undefined
    this.#report('the listening connection was lost', new Error('connecting again'))
    this.#retry()
  }

  #retry(): void {
    if (this.#closed) return
    const wait = this.#wait * (0.5 + Math.random() / 2)
    this.#wait = Math.min(this.#wait * 2, longestWait)
    this.#timer = setTimeout(() => {
      this.#connected().then(
        () => this.#recovered(),
        () => this.#retry(),
      )
    }, wait)
  }

  #recovered(): void {
    this.#wait = firstWait
    for (const one of this.#subscriptions) one.onReconnect()
  }
}

// A connection dropped by a firewall is silent: only an unanswered query reveals it.
function beat(client: Client, lost: () => void): void {
  const deadline = setTimeout(lost, heartbeatEvery / 2)
  client
    .query('select 1')
    .catch(lost)
    .finally(() => clearTimeout(deadline))
}
