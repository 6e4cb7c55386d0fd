import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { holdMs, usePointerDrag } from './use-pointer-drag.ts'

const on = {
  onStart: vi.fn<(item: HTMLElement) => boolean>(),
  onOver: vi.fn<(cell: HTMLElement | null) => void>(),
  onDrop: vi.fn<(cell: HTMLElement) => void>(),
  onCancel: vi.fn<() => void>(),
}

function TestBoard() {
  const root = useRef<HTMLDivElement>(null)
  usePointerDrag({ root, ...on })
  return (
    <div ref={root}>
      <div data-cell="a" style={{ height: 120 }}>
        <div data-drag="visit" style={{ height: 60 }}>
          <a href="#elsewhere">FQ-1042</a> <button>Menu</button>
        </div>
      </div>
      <div data-cell="b" style={{ height: 120 }} />
      <div style={{ height: 2000 }} />
    </div>
  )
}

beforeEach(async () => {
  vi.clearAllMocks()
  on.onStart.mockReturnValue(true)
  await showPage(<TestBoard />)
})
afterEach(() => window.scrollTo(0, 0))

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const middleOf = (selector: string) => {
  const { left, top, height } = find(selector).getBoundingClientRect()
  return { clientX: left + 150, clientY: top + height / 2 }
}
const ghost = () => document.querySelector('.drag-ghost')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function fire(type: string, pointerType: string, at: object, target: Element | Window = window) {
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      composed: true,
      isPrimary: true,
      pointerId: 7,
      pointerType,
      ...at,
    }),
  )
}
const press = (type: string) =>
  fire('pointerdown', type, middleOf('[data-drag]'), find('[data-drag]'))
const moveTo = (selector: string, type: string) => fire('pointermove', type, middleOf(selector))

test('a mouse drags as soon as it moves, and drops where it is released', async () => {
  press('mouse')
  expect(on.onStart).not.toHaveBeenCalled()
  moveTo('[data-cell=b]', 'mouse')
  expect(on.onStart).toHaveBeenCalledWith(find('[data-drag]'))
  await expect.poll(ghost).not.toBeNull()
  await expect.poll(() => on.onOver.mock.lastCall?.[0]).toBe(find('[data-cell=b]'))
  fire('pointerup', 'mouse', middleOf('[data-cell=b]'))
  expect(on.onDrop).toHaveBeenCalledWith(find('[data-cell=b]'))
  expect(on.onCancel).not.toHaveBeenCalled()
  expect(ghost()).toBeNull()
})

test.each(['touch', 'pen'])('a %s drags after a short hold', async (type) => {
  press(type)
  await pause(holdMs / 2)
  expect(on.onStart).not.toHaveBeenCalled()
  await expect.poll(() => on.onStart.mock.calls.length).toBe(1)
  moveTo('[data-cell=b]', type)
  // Dragging does not scroll the page.
  const scroll = new Event('touchmove', { bubbles: true, cancelable: true })
  find('[data-drag]').dispatchEvent(scroll)
  expect(scroll.defaultPrevented).toBe(true)
  fire('pointerup', type, middleOf('[data-cell=b]'))
  expect(on.onDrop).toHaveBeenCalledWith(find('[data-cell=b]'))
})

test('a finger that moves before the hold ends scrolls, and drags nothing', async () => {
  press('touch')
  moveTo('[data-cell=b]', 'touch')
  await pause(holdMs * 1.5)
  const scroll = new Event('touchmove', { bubbles: true, cancelable: true })
  find('[data-drag]').dispatchEvent(scroll)
  expect([on.onStart.mock.calls.length, scroll.defaultPrevented]).toEqual([0, false])
})

test('a held finger opens no context menu, a mouse does', () => {
  const menu = () => {
    const event = new Event('contextmenu', { bubbles: true, cancelable: true })
    find('[data-drag]').dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(menu()).toBe(false)
  press('touch')
  expect(menu()).toBe(true)
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a lost pointer', async () => fire('pointercancel', 'mouse', {})],
  ['another window', async () => void window.dispatchEvent(new Event('blur'))],
])('%s ends it without a drop', async (_, end) => {
  press('mouse')
  moveTo('[data-cell=b]', 'mouse')
  await end()
  expect(on.onCancel).toHaveBeenCalledOnce()
  fire('pointerup', 'mouse', middleOf('[data-cell=b]'))
  expect([on.onDrop.mock.calls.length, ghost()]).toEqual([0, null])
})

test('releasing outside any target drops nothing', async () => {
  press('mouse')
  moveTo('[data-cell=b]', 'mouse')
  fire('pointerup', 'mouse', { clientX: 20, clientY: 500 })
  expect([on.onDrop.mock.calls.length, on.onCancel.mock.calls.length]).toEqual([0, 1])
})

test('buttons inside still work, and locked items stay', async () => {
  fire('pointerdown', 'mouse', middleOf('[data-drag]'), find('button'))
  moveTo('[data-cell=b]', 'mouse')
  expect(on.onStart).not.toHaveBeenCalled()
  fire('pointerup', 'mouse', {})
  on.onStart.mockReturnValue(false)
  press('mouse')
  moveTo('[data-cell=b]', 'mouse')
  expect([on.onStart.mock.calls.length, ghost()]).toEqual([1, null])
})

test('near the edge the page scrolls', async () => {
  press('mouse')
  fire('pointermove', 'mouse', { clientX: 150, clientY: innerHeight - 10 })
  await expect.poll(() => window.scrollY).toBeGreaterThan(40)
  fire('pointerup', 'mouse', { clientX: 150, clientY: 300 })
  const stopped = window.scrollY
  await pause(100)
  expect(window.scrollY).toBe(stopped)
})
