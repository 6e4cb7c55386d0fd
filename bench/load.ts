// Sends requests as fast as a server answers, one connection per client.
import { answerMessages } from './child.ts'
import { openConnection } from './connection.ts'
import { percentile } from './figures.ts'
import { bookRequest, type Customer, getRequest } from './requests.ts'

export type Load = { url: string; seconds: number } & (
  | { kind: 'get'; paths: string[]; cookies: string[] }
  | {
      kind: 'book'
      customers: Customer[]
      keyed: boolean
      firstDate: string
      /** The clients book this place and the following ones, each its own. */
      firstPlace: number
    }
)

export type LoadResult = {
  answers: number
  perSecond: number
  /** The 10th percentile, as other load on the machine can only add time. */
  quickMs: number
}

answerMessages(async (load: Load): Promise<LoadResult> => {
  const url = new URL(load.url)
  const makers = load.kind === 'get' ? readers(url.host, load) : bookers(url.host, load)
  const connections = await Promise.all(makers.map(() => openConnection(url)))
  const durations: number[] = []
  const start = performance.now()
  const end = start + load.seconds * 1000
  await Promise.all(
    makers.map(async (makeRequest, client) => {
      for (let at = performance.now(); at < end;) {
        const answer = await connections[client]?.send(makeRequest())
        if (!answer || answer.status >= 300)
          throw new Error(`The server answered ${answer?.status}: ${answer?.body}`)
        const now = performance.now()
        durations.push(now - at)
        at = now
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  const answers = durations.length
  return {
    answers,
    perSecond: answers / seconds,
    quickMs: percentile(
      durations.toSorted((a, b) => a - b),
      0.1,
    ),
  }
})

type RequestMaker = () => string

function readers(host: string, { paths, cookies }: Load & { kind: 'get' }): RequestMaker[] {
  return cookies.map((cookie) => {
    const requests = paths.map((path) => getRequest(host, path, cookie))
    let number = 0
    return () => requests[number++ % requests.length] as string
  })
}

function bookers(host: string, load: Load & { kind: 'book' }): RequestMaker[] {
  const { customers, firstDate, keyed } = load
  let number = load.firstPlace
  return customers.map(
    (customer) => () => bookRequest(host, customer, { firstDate, number: number++ }, keyed),
  )
}
