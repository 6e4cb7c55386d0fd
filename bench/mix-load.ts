// A business day at once: visitors browse, customers book and read, both sides of a visit write, technicians take notes, the
// office plans. Each user has one connection and does one thing after another.
import { setTimeout as sleep } from 'node:timers/promises'
import { answerMessages } from './child.ts'
import { openConnection } from './connection.ts'
import { percentile } from './figures.ts'
import type { Prepared } from './prepare.ts'
import type { Conversation } from './prepare-conversations.ts'
import { bookRequest, type Customer, getRequest, placeOf, sendRequest } from './requests.ts'

export type MixLoad = {
  /** Addresses of the processes; users are spread over them. */
  urls: string[]
  people: Prepared
  conversations: Conversation[]
  /** The customers book this place and the following ones. */
  firstPlace: number
  seconds: number
  /** The average pause between a user's requests; 0: none. */
  pauseMs: number
}

export type MixResult = {
  answers: number
  perSecond: number
  medianMs: number
  p99Ms: number
  booked: number
  /** Distinct refusals and failures. */
  problems: string[]
}

type Step = (host: string, round: number) => string
type Person = Step[]

answerMessages(async (load: MixLoad): Promise<MixResult> => {
  let place = load.firstPlace
  const everybody = peopleOf(load, () => place++)
  const durations: number[] = []
  const problems = new Set<string>()
  const start = performance.now()
  const end = start + load.seconds * 1000
  await Promise.all(
    everybody.map(async (steps, number) => {
      const url = new URL(load.urls[number % load.urls.length] ?? '')
      const connection = await openConnection(url)
      for (let n = 0; performance.now() < end; n++) {
        const request = steps[n % steps.length]?.(url.host, Math.floor(n / steps.length)) ?? ''
        const at = performance.now()
        const { status, body } = await connection.send(request)
        durations.push(performance.now() - at)
        if (status >= 300) problems.add(`${request.split(' HTTP')[0]}: ${status} ${body}`)
        if (load.pauseMs > 0) await sleep(Math.random() * 2 * load.pauseMs)
      }
      connection.close()
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    answers: sorted.length,
    perSecond: sorted.length / seconds,
    medianMs: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    booked: place - load.firstPlace,
    problems: [...problems],
  }
})

function peopleOf({ people, conversations }: MixLoad, nextPlace: () => number): Person[] {
  const { firstDate } = people
  const { date: today } = placeOf({ firstDate, number: 0 })
  const get =
    (path: string, cookie: string): Step =>
    (host) =>
      getRequest(host, path, cookie)
  const free = (cookie: string) => get(`/api/availability?from=${firstDate}`, cookie)
  const write =
    (jobId: string, cookie: string): Step =>
    (host, round) =>
      sendRequest(host, `POST /api/jobs/${jobId}/send-message`, cookie, {
        body: { message: `I am at the gate, number ${round}` },
        keyed: true,
      })
  const note =
    (jobId: string, cookie: string): Step =>
    (host, round) =>
      sendRequest(host, `PUT /api/jobs/${jobId}/notes`, cookie, {
        body: { technicianNotes: `Drain plug looked at, ${round}` },
        keyed: true,
      })
  const book =
    (customer: Customer): Step =>
    (host) =>
      bookRequest(host, customer, { firstDate, number: nextPlace() }, true)
  const stranger = [get('/', ''), get('/api/service-packages', ''), free('')]
  const office = [
    get(`/api/admin/board?date=${today}`, people.admin),
    get('/api/dashboard/stats', people.admin),
    get('/api/admin/attention', people.admin),
    get('/api/admin/customers?limit=20', people.admin),
    get('/api/payments?limit=20', people.admin),
  ]
  return [
    ...people.customers.map((customer) => [
      free(customer.cookie),
      book(customer),
      get('/api/jobs/customer?limit=20', customer.cookie),
    ]),
    ...people.readers.map(() => stranger),
    ...conversations.flatMap(({ jobId, customer, technician }) => [
      [
        get(`/api/jobs/${jobId}`, customer),
        write(jobId, customer),
        get(`/api/jobs/${jobId}/communications`, customer),
      ],
      [
        get('/api/jobs/technician', technician),
        note(jobId, technician),
        write(jobId, technician),
        get('/api/notifications', technician),
      ],
    ]),
    office,
    office,
  ]
}
