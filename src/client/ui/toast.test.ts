import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, shownToasts, toast } from './toast.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a newer toast replaces the previous one', () => {
  toast({ title: 'Vehicle Added' })
  toast({ title: 'Booking Failed', destructive: true })
  expect(shownToasts.get().map((one) => one.title)).toEqual(['Booking Failed'])
})

test('a dismissed toast is closed at once and removed after 1,000,000 ms', () => {
  const dismiss = toast({ title: 'Message Sent' })
  dismiss()
  expect(shownToasts.get()).toMatchObject([{ title: 'Message Sent', open: false }])
  vi.advanceTimersByTime(999_999)
  expect(shownToasts.get()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shownToasts.get()).toHaveLength(0)
})

test('dismissing a gone toast notifies no subscriber', () => {
  const told = vi.fn<() => void>()
  const stop = shownToasts.subscribe(told)
  dismissToast(-1)
  stop()
  toast({ title: 'After unsubscribing' })()
  expect(told).not.toHaveBeenCalled()
})

test('its action runs once, and closes it', () => {
  const undo = vi.fn<() => void>()
  toast({ title: 'Extra removed', action: { label: 'Undo', onSelect: undo } })
  const action = shownToasts.get()[0]?.action
  action?.onSelect()
  action?.onSelect()
  expect(undo).toHaveBeenCalledOnce()
  expect(shownToasts.get()).toMatchObject([{ open: false }])
})
