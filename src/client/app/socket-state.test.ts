import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Notification } from '#shared/contract/notifications.ts'
import {
  isConnected,
  storeNotification,
  sendNow,
  setConnected,
  useLatestNotifications,
} from './socket-state.ts'

test('messages are sent only while connected', () => {
  const sent: unknown[] = []
  sendNow({ type: 'authenticate' })
  setConnected((request) => sent.push(request))
  expect(isConnected()).toBe(true)
  sendNow({ type: 'authenticate' })
  setConnected(null)
  sendNow({ type: 'authenticate' })
  expect([sent, isConnected()]).toEqual([[{ type: 'authenticate' }], false])
})

test('the newest 20 notifications are kept, newest first, without duplicates', () => {
  const words = { type: 'job_booked', title: '', message: '' }
  const about = { ...words, jobId: null, job: null, path: null, read: false }
  const keep = (n: number) => {
    const one: Notification = { ...about, id: String(n), createdAt: '2026-11-21T08:00:00Z' }
    storeNotification(one)
  }
  for (let n = 1; n <= 25; n++) keep(n)
  keep(25)
  const ids = Array.from({ length: 20 }, (_, n) => 25 - n)
  const Shown = () => useLatestNotifications().map(({ id }) => id)
  expect(renderToStaticMarkup(createElement(Shown))).toBe(ids.join(''))
})
