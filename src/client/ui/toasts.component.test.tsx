import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { shownToasts, TOAST_DURATION_MS, toast } from './toast.ts'

afterEach(() => void vi.useRealTimers())

const status = (name: string) => page.getByText(name, { exact: true })

test('a newer message replaces the previous one', async () => {
  await showPage(<h1>Orders</h1>)
  toast({ title: 'Visit moved', description: 'Wed, May 6' })
  await expect.element(status('Visit moved')).toBeVisible()
  toast({ title: 'Vehicle updated' })
  await expect.element(status('Vehicle updated')).toBeVisible()
  await expect.element(status('Visit moved')).not.toBeInTheDocument()
})

test('it can be closed, and its action run', async () => {
  const undo = vi.fn<() => void>()
  await showPage(<h1>Orders</h1>)
  toast({ title: 'Visit moved', action: { label: 'Undo', onSelect: undo } })
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(undo).toHaveBeenCalledOnce()
  toast({ title: 'Vehicle updated' })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(status('Vehicle updated')).not.toBeInTheDocument()
})

test('F8 moves the keyboard focus to it', async () => {
  await showPage(<h1>Orders</h1>)
  toast({ title: 'Visit moved' })
  await expect.element(status('Visit moved')).toBeVisible()
  await userEvent.keyboard('{F8}')
  await userEvent.keyboard('{Escape}')
  await expect.element(status('Visit moved')).not.toBeInTheDocument()
})

test('it disappears after five seconds, unless the pointer is over it', async () => {
  await showPage(<h1>Orders</h1>)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  toast({ title: 'Visit moved' })
  await expect.element(status('Visit moved')).toBeVisible()
  await userEvent.hover(status('Visit moved'))
  vi.advanceTimersByTime(TOAST_DURATION_MS + 1000)
  await expect.element(status('Visit moved')).toBeVisible()
  await userEvent.hover(document.body, { position: { x: 200, y: 700 }, force: true })
  vi.advanceTimersByTime(TOAST_DURATION_MS + 1000)
  await expect.element(status('Visit moved')).not.toBeInTheDocument()
})

// Its closing animation still shows it.
const isOpen = () => shownToasts.get().some(({ open }) => open)

test('one with an action stays longer, and as long as the focus is in it', async () => {
  await showPage(<h1>Orders</h1>)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  toast({ title: 'Visit moved', action: { label: 'Undo', onSelect: () => {} } })
  await expect.element(status('Visit moved')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' })
  vi.advanceTimersByTime(10_000)
  expect(isOpen()).toBe(true)
  ;(undo.element() as HTMLElement).focus()
  vi.advanceTimersByTime(60_000)
  expect(isOpen()).toBe(true)
  ;(undo.element() as HTMLElement).blur()
  vi.advanceTimersByTime(60_000)
  await expect.element(status('Visit moved')).not.toBeInTheDocument()
})

test('screen readers announce an error at once and a success when idle', async () => {
  await showPage(<h1>Orders</h1>)
  toast({ title: 'Booking Failed', destructive: true })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Booking Failed' }))
    .toHaveAttribute('aria-live', 'assertive')
  toast({ title: 'Visit moved' })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Visit moved' }))
    .toHaveAttribute('aria-live', 'polite')
})
