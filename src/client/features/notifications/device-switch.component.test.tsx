import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import DeviceOffer from './device-offer.tsx'
import { DeviceSwitch } from './device-switch.tsx'

let permission: NotificationPermission
let answer: NotificationPermission
const toJSON = () => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  keys: { p256dh: 'p', auth: 'a' },
})

beforeEach(() => {
  permission = 'default'
  answer = 'granted'
  localStorage.clear()
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission)
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => (permission = answer))
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON }) }
  const ready = Promise.resolve({ pushManager } as unknown as ServiceWorkerRegistration)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(ready)
})
afterEach(() => vi.restoreAllMocks())

/** A server that stores whether the browser is registered. */
function answers() {
  let on = false
  const change = (now: boolean) => () => ((on = now), { success: true as const })
  return {
    'GET /api/push/subscriptions': () => ({ publicKey: 'B'.padEnd(87, 'A'), on }),
    'POST /api/push/subscriptions': change(true),
    'DELETE /api/push/subscriptions': change(false),
  }
}

test('the browser prompts only when it is switched on', async () => {
  const { server } = await showPage(<DeviceSwitch />, { answers: answers() })
  const toggle = page.getByRole('switch')
  await expect.element(toggle).toBeEnabled()
  expect(permission).toBe('default')
  await toggle.click()
  await expect.element(page.getByText('Shown here until you sign out.')).toBeVisible()
  expect(server.asked('POST /api/push/subscriptions')).toMatchObject([
    {
      body: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/x',
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    },
  ])
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  expect(server.asked('DELETE /api/push/subscriptions')).toHaveLength(1)
})

test('after denying the prompt it stays off, with instructions to allow it', async () => {
  answer = 'denied'
  const { server } = await showPage(<DeviceSwitch />, { answers: answers() })
  await page.getByRole('switch').click()
  await expect.element(page.getByText(/blocked/)).toBeVisible()
  await expect.element(page.getByRole('switch')).not.toBeChecked()
  expect(server.asked('POST /api/push/subscriptions')).toEqual([])
})

test('an iPhone browser tab shows the steps to take first', async () => {
  vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 5 })
  await showPage(<DeviceSwitch />, { answers: answers() })
  vi.unstubAllGlobals()
  await expect.element(page.getByText(/Add to Home Screen/)).toBeVisible()
})

test('after a booking it is offered once per device', async () => {
  await showPage(<DeviceOffer />, { answers: answers() })
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await expect.element(page.getByText(/See here when/)).not.toBeInTheDocument()
  expect(permission).toBe('default')
  expect(localStorage.getItem('push-offer-answered')).toBe('true')
})
