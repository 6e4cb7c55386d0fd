import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailRefused } from './port.ts'
import { smtpMailer } from './smtp.ts'
import { startTestMailServer } from './test-server.ts'

let server: Awaited<ReturnType<typeof startTestMailServer>>
let mailer: ReturnType<typeof smtpMailer>

beforeAll(async () => {
  server = await startTestMailServer()
  mailer = smtpMailer({ url: server.url, from: 'Fivequart <hello@fivequart.example>' })
})
afterAll(async () => {
  await mailer.close()
  await server.close()
})

test('a mail arrives with all its parts after login', async () => {
  const mail = {
    to: 'ada@example.com',
    subject: 'Your visit',
    text: 'See you.\n.\nBye',
    id: 'row-1',
  }
  expect(await mailer.send(mail)).toBe('sent')
  const received = server.mails[0]
  expect(received).toMatchObject({
    from: 'hello@fivequart.example',
    to: ['ada@example.com'],
    login: 'fivequart',
  })
  expect(received?.data).toMatch(/^From: Fivequart <hello@fivequart.example>$/m)
  expect(received?.data).toMatch(/^Subject: Your visit$/m)
  expect(received?.data).toMatch(/^Message-ID: <row-1@fivequart.example>$/m)
  expect(received?.data).toContain('See you.\n.\nBye')
})

test('a mail with unsubscribe carries the one-click headers (RFC 8058)', async () => {
  const unsubscribeUrl = 'https://oil.example.com/api/unsubscribe/abc'
  await mailer.send({ to: 'ada@example.com', subject: 's', text: 't', unsubscribeUrl })
  const data = server.mails.at(-1)?.data
  expect(data).toMatch(/^List-Unsubscribe: <https:\/\/oil\.example\.com\/api\/unsubscribe\/abc>$/m)
  expect(data).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
})

test('an address cannot add a recipient', async () => {
  for (const to of ['ada@example.com\r\nBcc: eve@example.com', 'ada@example.com,eve@example.com'])
    await expect(mailer.send({ to, subject: 's', text: 't' })).rejects.toThrow(/one plain address/)
  expect(server.mails.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
})

test('a line break in a subject adds no header', async () => {
  await mailer.send({ to: 'ada@example.com', subject: 'Hi\r\nX-Evil: 1', text: 'x' })
  expect(server.mails.at(-1)?.data).toMatch(/^Subject: Hi/m)
  expect(server.mails.at(-1)?.data).not.toMatch(/^X-Evil:/m)
})

test('a refused recipient is final', async () => {
  server.settings.refuse = 'nobody@example.com'
  const refused = mailer.send({ to: 'nobody@example.com', subject: 's', text: 't' })
  await expect(refused).rejects.toThrow(MailRefused)
  await expect(refused).rejects.toThrow(/no such mailbox/)
})

test('an unreachable server or a refused login is retried', async () => {
  const mail = { to: 'ada@example.com', subject: 's', text: 't' }
  const lost = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'a@b.example' })
  const gone = await lost.send(mail).catch((error: unknown) => error)
  expect(String(gone)).toMatch(/ECONNREFUSED/)
  expect(gone).not.toBeInstanceOf(MailRefused)
  await lost.close()
  const stranger = smtpMailer({
    url: server.url.replace('fivequart:', 'stranger:'),
    from: 'a@b.example',
  })
  const shut = await stranger.send(mail).catch((error: unknown) => error)
  expect(String(shut)).toMatch(/535/)
  expect(shut).not.toBeInstanceOf(MailRefused)
  await stranger.close()
})

test('hanging mails delay neither awaited mails nor each other', async () => {
  server.settings.hang = 'slow@example.com'
  const slow = { to: 'slow@example.com', subject: 's', text: 't' }
  const hanging = [slow, slow, slow, { ...slow, awaited: true }, { ...slow, awaited: true }]
  const fates = Promise.allSettled(hanging.map((mail) => mailer.send(mail)))
  expect(await mailer.send({ ...slow, to: 'grace@example.com', awaited: true })).toBe('sent')
  expect(await mailer.send({ ...slow, to: 'linus@example.com' })).toBe('sent')
  expect(server.mails.slice(-2).map((mail) => mail.to[0])).toEqual([
    'grace@example.com',
    'linus@example.com',
  ])
  await server.close()
  expect((await fates).map(({ status }) => status)).toEqual(hanging.map(() => 'rejected'))
})
