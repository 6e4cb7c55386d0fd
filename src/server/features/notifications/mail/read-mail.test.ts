import { expect, test } from 'vitest'
import { setSiteAddress } from '#server/base/site-address.ts'
import { mailHtml } from './mail-html.ts'
import { readMail } from './read-mail.ts'

const site = 'https://oil.example.com'
setSiteAddress(site, '')

const body = [
  'Hello Ada,',
  'When: Tuesday, 8:00 AM\nWhere: 1 Main St\nPrice: $129.99',
  `You can move it here:\n${site}/orders?visit=1`,
  `Receipt: ${site}/receipt/1`,
  'Eve writes: look at https://evil.example.com/x',
  'Fivequart',
  `Unsubscribe from e-mails like this: ${site}/unsubscribe/abc`,
].join('\n\n')

test('splits a text into facts, our links and words, in order', () => {
  expect(readMail(body, site).map(({ kind }) => kind)).toEqual([
    'words',
    'facts',
    'link',
    'link',
    'words',
    'words',
    'link',
  ])
})

test('without a site address everything is words', () => {
  expect(readMail('See you.\n\nhttps://x', '').map(({ kind }) => kind)).toEqual(['words', 'words'])
})

test('the HTML has the same text and links', () => {
  const html = mailHtml({ subject: 'Your visit', body })
  for (const words of ['Hello Ada,', 'Tuesday, 8:00 AM', '1 Main St', 'You can move it here'])
    expect(html).toContain(words)
  expect(html.match(/href="[^"]+"/g)).toEqual([
    `href="${site}/orders?visit=1"`,
    `href="${site}/receipt/1"`,
    `href="${site}/unsubscribe/abc"`,
  ])
  expect(html).toContain('prefers-color-scheme:dark')
})

test('user-written text is escaped, and loads nothing', () => {
  const wrote = `<img src=x onerror=alert(1)> & "co"\n\n${site}.evil.example/x\n\n${site}/a"onclick="x`
  const html = mailHtml({ subject: '<script>', body: wrote })
  expect(html).not.toMatch(/<img|<script|onclick="/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;')
  expect(html).not.toContain('href="https://oil.example.com.evil')
  expect(html).not.toMatch(/<[^>]*(src=|url\()|@import/)
})

test('a code stands out', () => {
  expect(mailHtml({ subject: '', body: 'Your code is 123456. It works.' })).toMatch(
    /<strong[^>]*>123456<\/strong>/,
  )
})
