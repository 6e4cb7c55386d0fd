import { clsx } from 'clsx'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

interface Tab<Id extends string> {
  id: Id
  label: ReactNode
  count?: number | undefined
  content: ReactNode
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  /** Controlled with `onChange` (a query parameter); otherwise the first tab opens. */
  value?: Id
  onChange?: (id: Id) => void
}

export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  const base = useId()
  const [own, setOwn] = useState(tabs[0]?.id)
  const current = tabs.find((tab) => tab.id === (value ?? own)) ?? tabs[0]
  const list = useRef<HTMLDivElement>(null)
  const shown = current?.id
  const isAtStart = current === tabs[0]
  const isDrawn = useRef(false)
  // Tabs may be wider than a phone, with the selected one out of view.
  useLayoutEffect(() => {
    // Measuring forces a layout before paint, and the first tab is in view anyway.
    const isInView = isAtStart && !isDrawn.current
    isDrawn.current = true
    if (isInView) return
    const center = () => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
      if (!tab || !list.current) return
      // scrollIntoView would move the page too.
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
    }
    center()
    // Tabs get wider when the font loads.
    if (document.fonts.status === 'loading') void document.fonts.ready.then(center)
  }, [shown, isAtStart])
  if (!current) return null

  const choose = (id: Id) => {
    setOwn(id)
    onChange?.(id)
  }
  const moveBy = (event: KeyboardEvent) => {
    const at = tabs.indexOf(current)
    const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[
      event.key
    ]
    const next = to === undefined ? undefined : tabs.at(to)
    if (!next) return
    event.preventDefault()
    choose(next.id)
    document.getElementById(`${base}tab-${next.id}`)?.focus()
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveBy}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}tab-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === current}
            aria-controls={tab === current ? `${base}panel` : undefined}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => choose(tab.id)}
            className={clsx(
              '-mb-px min-h-12 border-b-2 px-3 font-medium whitespace-nowrap transition-colors -outline-offset-2',
              tab === current
                ? 'border-amber text-ink'
                : 'border-transparent text-soft hover:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="ml-1.5 text-sm font-normal text-soft">{tab.count}</span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}panel`}
        aria-labelledby={`${base}tab-${current.id}`}
        className="pt-4"
      >
        {current.content}
      </div>
    </div>
  )
}
