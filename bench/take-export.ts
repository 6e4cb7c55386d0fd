// Downloads a file from a server as fast as it arrives, and discards it.
import { once } from 'node:events'
import { get } from 'node:http'
import { answerMessages } from './child.ts'

export type Export = { url: string; cookie: string }

export type Taken = { firstByteMs: number; totalMs: number; megabytes: number }

answerMessages(async ({ url, cookie }: Export): Promise<Taken> => {
  const start = performance.now()
  const request = get(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  const [answer] = await once(request, 'response')
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  let firstByteMs = 0
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    firstByteMs ||= performance.now() - start
    bytes += chunk.length
  })
  await once(answer, 'end')
  return { firstByteMs, totalMs: performance.now() - start, megabytes: bytes / 1e6 }
})
