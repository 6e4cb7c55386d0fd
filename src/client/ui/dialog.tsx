import { clsx } from 'clsx'
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'
import { CrossGlyph } from './glyphs.tsx'
import { IconButton } from './button.tsx'
import { keepFocus } from './keep-focus.ts'

export interface DialogProps {
  /** Escape, the backdrop or the close button; the owner removes the dialog. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  size?: 'small' | 'normal' | 'wide'
  /** Announced in full by screen readers. */
  alert?: boolean
}

const fields = ['input', 'select', 'textarea'].map((tag) => `${tag}:enabled`).join()

/** A native modal dialog, open while it is rendered: at the bottom on phones, centered elsewhere. */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, children, footer, size = 'normal', alert } = props
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  const id = useId()

  // On every render: Android closes the dialog itself on a second back gesture.
  useLayoutEffect(() => {
    if (ref.current?.open) return
    opener.current ??= document.activeElement
    ref.current?.showModal()
    // A scrollable body takes the focus before its fields.
    if (document.activeElement === body.current)
      body.current?.querySelector<HTMLElement>(fields)?.focus()
  })
  // Close before React removes it, so that the browser restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => {
      dialog?.close()
      keepFocus(opener.current)
    }
  }, [])

  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target !== ref.current) return
    // Otherwise the press takes the focus that closing restores.
    event.preventDefault()
    onClose()
  }

  return (
    <dialog
      ref={ref}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={description ? `${id}text` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={closeOnBackdrop}
      className={clsx(
        'sheet fixed m-auto max-h-[calc(100dvh-2rem)] w-full flex-col overflow-hidden rounded-card border border-line bg-card text-ink shadow-float open:flex',
        'max-sm:mb-0 max-sm:max-w-full max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0',
        { small: 'sm:max-w-105', normal: 'sm:max-w-140', wide: 'sm:max-w-220' }[size],
      )}
    >
      <header className="pt-5.5 pr-14 pl-5">
        <h2 id={`${id}title`} className="text-lg">
          {title}
        </h2>
        {description && (
          <p id={`${id}text`} className="mt-1 text-soft">
            {description}
          </p>
        )}
      </header>
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-5">
        {children}
      </div>
      {footer && (
        <footer className="flex flex-col-reverse gap-2 short:flex-row short:*:flex-1 max-sm:*:min-h-12 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
          {footer}
        </footer>
      )}
      {/* Last, so that the first field or the safe button gets the focus. */}
      <IconButton
        icon={<CrossGlyph />}
        label={t('Close')}
        onClick={onClose}
        className="absolute! top-3 right-3"
      />
    </dialog>
  )
}
