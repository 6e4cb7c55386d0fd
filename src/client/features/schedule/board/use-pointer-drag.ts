import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Hold time for touch and pen to start a drag; before that it scrolls. */
export const holdMs = 220
const mouseStarts = 5
const fingerSlips = 10

interface PointerDrag {
  /** Contains the draggable `data-drag` items and the `data-cell` targets. */
  root: RefObject<HTMLElement | null>
  /** Whether the item can be dragged; shows the reason if not. */
  onStart: (item: HTMLElement) => boolean
  /** Over another cell, or none. */
  onOver: (cell: HTMLElement | null) => void
  onDrop: (cell: HTMLElement) => void
  onCancel: () => void
}

type Press = { pointerId: number; type: string; x: number; y: number; item: HTMLElement }

/**
 * Drags by mouse at once, by touch and pen after a short hold, so swipes still scroll. Escape, a lost pointer and leaving
 * the window cancel; at the edges it scrolls.
 */
export function usePointerDrag({ root, ...on }: PointerDrag): void {
  const start = useEffectEvent(on.onStart)
  const over = useEffectEvent(on.onOver)
  const drop = useEffectEvent(on.onDrop)
  const cancel = useEffectEvent(on.onCancel)
  useEffect(() => {
    const area = root.current
    if (!area) return
    let press: Press | null = null
    let hold: ReturnType<typeof setTimeout> | undefined
    let drag: { x: number; y: number; pointerId: number; frame: number } | null = null
    let ghost: ReturnType<typeof makeGhost> | null = null
    let cell: HTMLElement | null = null

    const stopTracking = () => {
      clearTimeout(hold)
      press = null
    }
    const begin = (from: Press, x: number, y: number) => {
      stopTracking()
      if (!start(from.item)) return
      ghost = makeGhost(from.item, from)
      drag = { x, y, pointerId: from.pointerId, frame: 0 }
      capture(area, from.pointerId)
      if (from.type !== 'mouse') navigator.vibrate?.(10)
      follow()
    }
    const follow = () => {
      if (!drag) return
      ghost?.moveTo(drag.x, drag.y)
      const scrolled = scrollAtEdges(area.querySelector('[data-scrolls]'), drag.x, drag.y)
      const under = cellAt(area, drag.x, drag.y)
      if (under !== cell) over((cell = under))
      drag.frame = scrolled ? requestAnimationFrame(follow) : 0
    }
    const end = (dropped: boolean) => {
      if (!drag) return
      cancelAnimationFrame(drag.frame)
      const [target, { pointerId }] = [cell, drag]
      drag = null
      cell = null
      ghost?.remove()
      if (area.hasPointerCapture(pointerId)) area.releasePointerCapture(pointerId)
      swallowClick()
      if (dropped && target) drop(target)
      else cancel()
    }

    const onDown = (event: PointerEvent) => {
      const target = event.target as Element
      const item = target.closest<HTMLElement>('[data-drag]')
      if (drag || !item || !event.isPrimary || event.button !== 0) return
      if (target.closest('button, input, select, textarea, [popover]')) return
      const { pointerId, pointerType: type, clientX: x, clientY: y } = event
      const from = { pointerId, type, x, y, item }
      press = from
      if (type !== 'mouse') hold = setTimeout(() => begin(from, x, y), holdMs)
    }
    const onMove = (event: PointerEvent) => {
      const { clientX: x, clientY: y, pointerId } = event
      if (drag?.pointerId === pointerId) {
        Object.assign(drag, { x, y })
        drag.frame ||= requestAnimationFrame(follow)
        return
      }
      if (press?.pointerId !== pointerId) return
      const far = Math.hypot(x - press.x, y - press.y)
      if (press.type !== 'mouse') {
        if (far > fingerSlips) stopTracking()
      } else if (far > mouseStarts) begin(press, x, y)
    }
    const onUp = (event: PointerEvent) => {
      stopTracking()
      if (drag?.pointerId !== event.pointerId) return
      Object.assign(drag, { x: event.clientX, y: event.clientY })
      cancelAnimationFrame(drag.frame)
      const under = cellAt(area, event.clientX, event.clientY)
      if (under !== cell) over((cell = under))
      end(true)
    }
    const giveUp = () => {
      stopTracking()
      end(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag) return
      event.preventDefault()
      event.stopPropagation()
      giveUp()
    }
    const noScroll = (event: TouchEvent) => drag && event.cancelable && event.preventDefault()
    // Prevents native link dragging and long-press menus.
    const noNativeDrag = (event: Event) =>
      (event.target as Element).closest?.('[data-drag]') && event.preventDefault()
    const noMenu = (event: Event) =>
      (drag || (press && press.type !== 'mouse')) && event.preventDefault()

    const off = new AbortController()
    const { signal } = off
    area.addEventListener('pointerdown', onDown, { signal })
    area.addEventListener('touchmove', noScroll, { signal, passive: false })
    area.addEventListener('dragstart', noNativeDrag, { signal })
    area.addEventListener('contextmenu', noMenu, { signal })
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', onUp, { signal })
    window.addEventListener('pointercancel', giveUp, { signal })
    window.addEventListener('blur', giveUp, { signal })
    window.addEventListener('keydown', onKey, { signal, capture: true })
    return () => {
      giveUp()
      off.abort()
    }
  }, [root])
}

/** Throws if the pointer is already up. */
function capture(area: HTMLElement, pointerId: number): void {
  try {
    area.setPointerCapture(pointerId)
  } catch {
    // The window's events follow it anyway.
  }
}

const cellAt = (area: HTMLElement, x: number, y: number): HTMLElement | null => {
  for (const element of document.elementsFromPoint(x, y)) {
    const cell = element.closest<HTMLElement>('[data-cell]')
    if (cell && area.contains(cell)) return cell
  }
  return null
}

/** Suppresses the click after a drop. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 50)
}

const edge = 56
const fastest = 18

/** Pixels to scroll this frame, for a pointer at `at` between two edges. */
function speed(at: number, from: number, to: number): number {
  if (to - from < edge * 2) return 0
  if (at < from + edge) return -fastest * Math.min(1, (from + edge - at) / edge)
  if (at > to - edge) return fastest * Math.min(1, (at - to + edge) / edge)
  return 0
}

/** Scrolls the hovered box, or else the page, by one frame. Returns whether anything moved. */
function scrollAtEdges(box: Element | null, x: number, y: number): boolean {
  const before = [box?.scrollLeft, box?.scrollTop, window.scrollY].join()
  if (box) {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    box.scrollLeft += speed(x, Math.max(0, left), Math.min(innerWidth, right))
    box.scrollTop += speed(y, Math.max(0, top), Math.min(innerHeight, bottom))
  }
  // Below the top bar.
  window.scrollBy(0, speed(y, 56, innerHeight))
  return before !== [box?.scrollLeft, box?.scrollTop, window.scrollY].join()
}

/** An image of the dragged item under the pointer, grabbed at `from`. */
function makeGhost(item: HTMLElement, from: { x: number; y: number }) {
  const { left, top, width } = item.getBoundingClientRect()
  const ghost = item.cloneNode(true) as HTMLElement
  for (const element of [ghost, ...ghost.querySelectorAll('*')])
    for (const name of ['id', 'data-drag', 'data-stop', 'tabindex', 'aria-label'])
      element.removeAttribute(name)
  for (const menu of ghost.querySelectorAll('[popover]')) menu.remove()
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add('drag-ghost')
  Object.assign(ghost.style, { width: `${width}px`, left: `${left}px`, top: `${top}px` })
  document.body.append(ghost)
  return {
    moveTo: (x: number, y: number) => {
      ghost.style.transform = `translate(${x - from.x}px, ${y - from.y}px) rotate(-1deg)`
    },
    remove: () => ghost.remove(),
  }
}
