import { setTimeout } from 'node:timers/promises'
import { once } from 'node:events'
import { get } from 'node:http'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inLanguage } from '#server/base/language.ts'
import { csv, endpoints } from '#shared/contract/endpoint.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import { csvLines } from './csv.ts'
import { exportPages } from './export-pages.ts'
import { mountContract } from './mount.ts'
import { listenAt } from '#server/testing/test-socket.ts'

const table = endpoints({
  'GET /api/rows': { summary: 'Rows', allow: ['public'], shows: [], response: csv },
})

/** Serves endless pages of 10 kB each. */
function serveRows() {
  const pages = { read: 0 }
  const app = fastify()
  const rows = () =>
    exportPages(async (_limit, after: number = 0) => {
      pages.read++
      return { rows: [['x'.repeat(10_000)]], next: after + 1 }
    })
  const handler = () => ({ file: 'csv', name: 'rows.csv', text: csvLines(['Row'], rows()) })
  mountContract(
    app,
    table,
    { 'GET /api/rows': handler },
    {
      personOf: async () => null,
      isShutOut: async () => undefined,
      repeats: (_mode, _scope, _body, act) => act(),
      origin: undefined,
    },
  )
  return { app, pages }
}

async function everyRow<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const page of pages) all.push(...page)
  return all
}

test('pages are read on demand, and reading stops once the reader is gone', async () => {
  const { app, pages } = serveRows()
  const request = get(`${await listenAt(app)}/api/rows`)
  const [answer] = await once(request, 'response')
  const settled = async () => {
    for (let before = -1; before < pages.read; await setTimeout(200)) before = pages.read
    return pages.read
  }
  const waiting = await settled()
  expect(waiting).toBeGreaterThan(2)
  answer.resume()
  await vi.waitFor(() => expect(pages.read).toBeGreaterThan(waiting))
  answer.destroy()
  const gone = await settled()
  await setTimeout(100)
  expect(pages.read).toBe(gone)
  await app.close()
})

/** Processor time as seen by `exportPages`, advanced only by `work`. */
function workByHand() {
  let spent = 0
  const read = vi
    .spyOn(process, 'cpuUsage')
    .mockImplementation((since) => ({ user: spent - (since?.user ?? 0), system: 0 }))
  onTestFinished(() => read.mockRestore())
  return { work: (ms: number) => void (spent += ms * 1000) }
}

test('pages grow while they are fast, and shrink while they are slow', async () => {
  const { work } = workByHand()
  const limitsOf = async (msPerRow: number) => {
    const limits: number[] = []
    const pages = exportPages<number, number>(async (limit, after = 0) => {
      limits.push(limit)
      work(limit * msPerRow)
      return { rows: [after], next: after < 8 ? after + 1 : undefined }
    })
    expect(await everyRow(pages)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    return limits
  }
  expect(await limitsOf(0.001)).toEqual([100, 200, 400, 800, 1000, 1000, 1000, 1000, 1000])
  // As many as take 8 ms.
  expect((await limitsOf(0.02)).slice(0, 4)).toEqual([100, 200, 400, 400])
  expect(await limitsOf(0.3)).toEqual(Array.from({ length: 9 }, () => 100))
})

test('other requests run between two pages, even fast ones', async () => {
  let turns = 0
  let pages = 0
  const timer = setInterval(() => turns++, 0)
  for await (const _ of exportPages(async () => {
    for (const start = Date.now(); Date.now() < start + 3;);
    return { rows: [], next: pages < 20 ? 'on' : undefined }
  }))
    pages++
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

test("every page is in the requester's language", async () => {
  const pages = inLanguage('es', () =>
    exportPages(async (_limit, after = '') => ({
      rows: [currentLanguage()],
      next: after.length < 2 ? `${after}+` : undefined,
    })),
  )
  expect(await everyRow(pages)).toEqual(['es', 'es', 'es'])
})
