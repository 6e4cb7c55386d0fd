import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestMailServer } from '#server/adapters/mail/test-server.ts'
import {
  callAt,
  ensureClient,
  type ServerProcess,
  startProcess,
} from '#server/testing/test-process.ts'

const to = 'pat@example.com'

// On PostgreSQL the queue only retries once the task has expired.
test.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'a mail whose sender is killed while sending is sent once by the next process',
  { timeout: 60_000 },
  async () => {
    await ensureClient()
    const folder = mkdtempSync(join(tmpdir(), 'killed-sender-'))
    const mailServer = await startTestMailServer()
    const started: ServerProcess[] = []
    const start = () => {
      const env = { DATA_DIR: folder, SMTP_URL: mailServer.url, MAIL_FROM: 'hello@example.com' }
      const server = startProcess({ ...env, DEMO: '0' })
      started.push(server)
      return server
    }
    onTestFinished(async () => {
      for (const server of started) server.kill('SIGKILL')
      await mailServer.close()
      rmSync(folder, { recursive: true })
    })
    const first = start()
    const url = await first.ready
    mailServer.settings.hang = to
    const hangs = mailServer.hanging()
    await callAt(url, 'POST /api/auth/email-code', { body: { email: to } })
    await hangs
    first.kill('SIGKILL')
    await first.ended
    expect(mailServer.mails).toEqual([])
    mailServer.settings.hang = ''
    await start().ready
    await expect
      .poll(() => mailServer.mails.map((mail) => mail.to), { timeout: 20_000 })
      .toEqual([[to]])
    // Long enough for a second mail to arrive.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect(mailServer.mails).toHaveLength(1)
  },
)
