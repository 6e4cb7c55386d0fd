import { useEffect, useRef, type ReactNode } from 'react'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300
// The next tooltip within the skip delay opens at once.
let lastClosed = 0

interface TooltipProps {
  text: string | undefined
  /** The trigger first: one focusable element that also exposes the text (as label or description). */
  children: ReactNode
}

/** A short explanation on hover or focus. Never the only place for information. */
export function Tooltip({ text, children }: TooltipProps) {
  const box = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const open = () => {
    const target = box.current?.firstElementChild
    if (!target || !tip.current || tip.current.matches(':popover-open')) return
    tip.current.showPopover()
    place(tip.current, target.getBoundingClientRect())
  }
  const openAfter = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(open, delay)
  }
  const hover = () => openAfter(Date.now() - lastClosed < SKIP_DELAY_MS ? 0 : DELAY_MS)
  const close = () => {
    clearTimeout(timer.current)
    if (!tip.current?.matches(':popover-open')) return
    tip.current.hidePopover()
    lastClosed = Date.now()
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <span
      ref={box}
      className="contents"
      onPointerEnter={(event) => event.pointerType !== 'touch' && hover()}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && openAfter(0)}
      onBlur={close}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      {children}
      {text && (
        <span
          ref={tip}
          role="tooltip"
          popover="manual"
          className="rise pointer-events-none fixed inset-auto m-0 max-w-64 rounded-chip bg-ink px-2.5 py-1.5 text-sm font-normal text-paper shadow-float forced-colors:border"
        >
          {text}
        </span>
      )}
    </span>
  )
}

function place(tip: HTMLElement, target: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect()
  const left = target.left + target.width / 2 - width / 2
  tip.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  const above = target.top - height - 8
  tip.style.top = `${above < 8 ? target.bottom + 8 : above}px`
}
