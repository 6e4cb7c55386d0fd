export interface ToastMessage {
  title: string
  description?: string
  /** Error styling; said at once by screen readers. */
  destructive?: boolean
  action?: { label: string; onSelect: () => void }
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

export const TOAST_DURATION_MS = 5000
const VISIBLE_AT_MOST = 1
const REMOVE_AFTER_MS = 1_000_000

let shown: readonly ShownToast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message for five seconds; a newer one takes its place. Returns how to dismiss it. */
export function toast(message: ToastMessage): () => void {
  const id = ++lastId
  update([{ ...message, id, open: true }, ...shown].slice(0, VISIBLE_AT_MOST))
  return () => dismissToast(id)
}

/** Closes it now and forgets it later, so that a closing animation still has its words. */
export function dismissToast(id: number): void {
  if (!shown.some((one) => one.id === id && one.open)) return
  update(shown.map((one) => (one.id === id ? { ...one, open: false } : one)))
  const timer = setTimeout(() => update(shown.filter((one) => one.id !== id)), REMOVE_AFTER_MS)
  // Under Node (tests, prerendering) a long timer must not keep the process alive.
  if (typeof timer === 'object') timer.unref()
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function update(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}
