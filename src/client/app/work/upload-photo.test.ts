import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverTimeHeader } from '#shared/rules/server-time.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  { line: 'mobile', bytesPerMs: 125, answerMs: 400 },
  { line: 'slow', bytesPerMs: 50, answerMs: 500 },
  { line: 'satellite', bytesPerMs: 60, answerMs: 1200 },
])(
  'a $line line waits for answers less than a quarter of the time',
  async ({ bytesPerMs, answerMs }) => {
    const { uploadPhoto } = await import('./upload-photo.ts')
    const size = 1_500_000
    let [received, answers] = [0, 0]
    vi.stubGlobal('fetch', async (_: unknown, { body }: { body: Blob }) => {
      await new Promise((resolve) => setTimeout(resolve, body.size / bytesPerMs + answerMs))
      received += body.size
      answers += 1
      return Response.json({ received }, { headers: { [serverTimeHeader]: String(Date.now()) } })
    })
    const started = Date.now()
    const upload = uploadPhoto({
      jobId: 'a',
      moment: 'before',
      photo: new Blob([new Uint8Array(size)], { type: 'image/jpeg' }),
      key: crypto.randomUUID(),
      happenedAt: new Date(),
      sentBy: 'tina',
    })
    await vi.runAllTimersAsync()
    await upload
    expect(received).toBe(size)
    expect((answers * answerMs) / (Date.now() - started)).toBeLessThan(0.25)
  },
)
