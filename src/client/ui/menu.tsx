import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Anchor } from './button.tsx'

export interface MenuItem {
  label: string
  href?: string
  onSelect?: () => void
  disabledReason?: string | false | null
}

interface MenuProps {
  /** A function is called at each opening. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** Renders the button; spread the given props on it. */
  trigger: (props: MenuTriggerProps) => ReactNode
}

interface MenuTriggerProps {
  id: string
  'aria-haspopup': 'menu'
  popoverTarget: string
}

/** A menu button. The browser's popover handles Escape and outside clicks. */
export function Menu({ items, trigger }: MenuProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const shown = typeof items !== 'function' ? items : isOpen ? items() : []
  const close = () => list.current?.hidePopover()

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') return close()
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = all.findIndex((item) => item === document.activeElement)
    const next = target(event.key, at, all)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <>
      {trigger({ id: base, 'aria-haspopup': 'menu', popoverTarget: `${base}menu` })}
      <div
        ref={list}
        id={`${base}menu`}
        role="menu"
        tabIndex={-1}
        aria-labelledby={base}
        popover="auto"
        onKeyDown={move}
        // Synchronously: the first item gets the focus on opening.
        onBeforeToggle={({ newState }) => flushSync(() => setOpen(newState === 'open'))}
        onToggle={(event) => {
          const menu = event.currentTarget
          if (event.newState !== 'open') return
          place(menu, document.getElementById(base))
          // Slow devices report late; the focus may already be on another item.
          if (!menu.contains(document.activeElement))
            menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
        }}
        className="rise fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] min-w-48 overflow-y-auto rounded-control border border-line bg-card p-1.5 text-ink shadow-float"
      >
        {shown.map((item) => (
          <Item key={item.label} item={item} close={close} />
        ))}
      </div>
    </>
  )
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const className =
    'flex min-h-11 w-full items-center rounded-chip px-3 text-left no-underline -outline-offset-2 hover:bg-ink/6 focus:bg-ink/6 aria-disabled:text-soft'
  const label = (
    <span>
      {item.label}
      {item.disabledReason && <span className="block text-sm">{item.disabledReason}</span>}
    </span>
  )
  if (item.href && !item.disabledReason) {
    return (
      <Anchor role="menuitem" tabIndex={-1} href={item.href} onClick={close} className={className}>
        {label}
      </Anchor>
    )
  }
  const select = () => {
    if (item.disabledReason) return
    close()
    item.onSelect?.()
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.disabledReason ? true : undefined}
      onClick={select}
      className={className}
    >
      {label}
    </button>
  )
}

function target(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  // A letter moves to the next item starting with it.
  if (key.length !== 1) return undefined
  const ordered = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return ordered.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}

function place(menu: HTMLElement, trigger: HTMLElement | null): void {
  if (!trigger) return
  const from = trigger.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const left = from.right - width < 8 ? from.left : from.right - width
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  const below = from.bottom + 6
  const fits = below + height < innerHeight - 8
  menu.style.top = `${fits ? below : Math.max(8, from.top - height - 6)}px`
}
