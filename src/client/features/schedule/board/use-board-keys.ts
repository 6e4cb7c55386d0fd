import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { useDrag } from './use-drag.ts'

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'
const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key)

interface BoardKeys {
  root: RefObject<HTMLElement | null>
  drag: ReturnType<typeof useDrag>
  /** A command key for the focused visit or slot. */
  onKey: (key: string, at: { visit: string | null; slot: string | null }) => boolean
}

const cellOf = (element: Element) => element.closest<HTMLElement>('[data-cell]')
const stopsIn = (cell: HTMLElement) =>
  cell.matches('[data-stop]') ? [cell] : [...cell.querySelectorAll<HTMLElement>('[data-stop]')]

/** The adjacent cell in the row or the next row. */
function neighbor(root: HTMLElement, cell: HTMLElement, arrow: Arrow): HTMLElement | undefined {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [
    ...row.querySelectorAll<HTMLElement>('[data-cell]'),
  ])
  const y = rows.findIndex((cells) => cells.includes(cell))
  const x = rows[y]?.indexOf(cell) ?? 0
  if (arrow === 'ArrowLeft') return rows[y]?.[x - 1]
  if (arrow === 'ArrowRight') return rows[y]?.[x + 1]
  return rows[arrow === 'ArrowUp' ? y - 1 : y + 1]?.[x]
}

/** The next visit or empty cell in a direction. */
function nextStop(root: HTMLElement, stop: HTMLElement, arrow: Arrow): HTMLElement | undefined {
  const cell = cellOf(stop)
  if (!cell) return undefined
  const own = stopsIn(cell)
  const at = own.indexOf(stop)
  const isDown = arrow === 'ArrowDown'
  const isUpright = isDown || arrow === 'ArrowUp'
  if (isUpright) {
    const within = own[isDown ? at + 1 : at - 1]
    if (within) return within
  }
  // Skip sections without visits.
  for (let next = neighbor(root, cell, arrow); next; next = neighbor(root, next, arrow)) {
    const stops = stopsIn(next)
    if (stops.length > 0)
      return isUpright ? stops.at(isDown ? 0 : -1) : stops[Math.min(at, stops.length - 1)]
  }
  return undefined
}

/**
 * Keyboard control of the board: one Tab stop, arrows move between visits, Alt with arrows carries a visit and drops it on
 * release. Returns the handler, and a way to keep focus on a visit moved elsewhere.
 */
export function useBoardKeys({ root, drag, onKey }: BoardKeys) {
  const current = useRef<string | null>(null)
  const kept = useRef<string | null>(null)
  const carried = useRef<HTMLElement | null>(null)

  // After every change, restore the focus and keep exactly one Tab stop.
  useEffect(() => {
    const board = root.current
    if (!board) return
    if (kept.current) {
      const card = stopNamed(board, kept.current)
      if (card && document.activeElement !== card && isLost(document.activeElement)) card.focus()
    }
    makeReachable(board, current.current)
  })

  const endCarrying = () => {
    carried.current = null
  }

  return {
    keepFocus: (jobId: string) => {
      kept.current = `visit:${jobId}`
      current.current = kept.current
    },
    onFocus: (event: { target: EventTarget }) => {
      const stop = (event.target as Element).closest<HTMLElement>('[data-stop]')
      if (!stop || !root.current) return
      current.current = stop.dataset.stop ?? null
      if (kept.current !== current.current) kept.current = null
      makeReachable(root.current, current.current)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const target = event.target as Element
      const board = root.current
      if (!board || target.closest('input, select, textarea, [popover], dialog')) return
      const stop = target.closest<HTMLElement>('[data-stop]')
      if (carried.current) {
        if (event.key === 'Escape') {
          event.preventDefault()
          endCarrying()
          return drag.cancel()
        }
        if (event.key === 'Enter') {
          event.preventDefault()
          const cell = carried.current
          endCarrying()
          return drag.drop(cell)
        }
      }
      if (isArrow(event.key) && stop) {
        event.preventDefault()
        if (!event.altKey && !carried.current) return focusOn(nextStop(board, stop, event.key))
        const from = carried.current ?? cellOf(stop)
        if (!from || !stop.matches('[data-drag]')) return
        if (!carried.current && !drag.start(stop)) return
        carried.current = neighbor(board, from, event.key) ?? from
        carried.current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        return drag.hover(carried.current)
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter' && target !== stop) return
      const cell = cellOf(target)
      const visit = stop?.dataset.drag ?? null
      const slot = cell?.dataset.cell?.split('|')[1] ?? null
      if (onKey(event.key, { visit, slot })) event.preventDefault()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key !== 'Alt' || !carried.current) return
      event.preventDefault()
      const cell = carried.current
      endCarrying()
      drag.drop(cell)
    },
    onBlur: (event: { relatedTarget: EventTarget | null }) => {
      if (!carried.current || root.current?.contains(event.relatedTarget as Node | null)) return
      endCarrying()
      drag.cancel()
    },
  }
}

const focusOn = (stop: HTMLElement | undefined) => {
  stop?.focus()
  stop?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Whether focus was lost because React remounted the card in another cell. */
const isLost = (element: Element | null) => !element || element === document.body

const stopNamed = (board: HTMLElement, name: string) =>
  board.querySelector<HTMLElement>(`[data-stop="${CSS.escape(name)}"]`)

function makeReachable(board: HTMLElement, name: string | null): void {
  const before = board.querySelectorAll<HTMLElement>('[data-stop][tabindex="0"]')
  const stop =
    (name ? stopNamed(board, name) : null) ?? board.querySelector<HTMLElement>('[data-stop]')
  for (const other of before) if (other !== stop) setReachable(other, false)
  if (stop) setReachable(stop, true)
}

function setReachable(stop: HTMLElement, reachable: boolean): void {
  const index = reachable ? 0 : -1
  if (stop.tabIndex === index) return
  stop.tabIndex = index
  for (const inner of stop.querySelectorAll<HTMLElement>('a, button'))
    if (!inner.closest('[popover]')) inner.tabIndex = index
}
