import { createStore } from './store.ts'

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
/** Below the bar on top of a phone, above the action at the bottom of anything wider: neither is covered. */
export const toastPlace =
  'fixed z-50 max-sm:top-[calc(4.25rem+env(safe-area-inset-top))] max-sm:[body:has([data-demo-banner])_&]:top-28 sm:bottom-4 sm:[body:has([data-bottom-bar])_&]:bottom-28'

const VISIBLE_AT_MOST = 1
const REMOVE_AFTER_MS = 1_000_000

export const shownToasts = createStore<readonly ShownToast[]>([])
let lastId = 0

/** Shows a message for five seconds; a newer one takes its place. Returns how to dismiss it. */
export function toast(message: ToastMessage): () => void {
  const id = ++lastId
  const before = shownToasts.get()
  const shown = { ...message, ...(message.action && { action: once(message.action, id) }) }
  shownToasts.set([{ ...shown, id, open: true }, ...before].slice(0, VISIBLE_AT_MOST))
  return () => dismissToast(id)
}

// A double click is one click: what is undone twice is done twice.
function once({ label, onSelect }: NonNullable<ToastMessage['action']>, id: number) {
  let used = false
  return {
    label,
    onSelect: () => {
      if (used) return
      used = true
      dismissToast(id)
      onSelect()
    },
  }
}

/** Closes what was said of a failure: whoever tries again must not read it as the answer to that. */
export function dismissFailures(): void {
  for (const { id, destructive } of shownToasts.get()) if (destructive) dismissToast(id)
}

/** Closes it now and forgets it later, so that a closing animation still has its words. */
export function dismissToast(id: number): void {
  const shown = shownToasts.get()
  if (!shown.some((one) => one.id === id && one.open)) return
  shownToasts.set(shown.map((one) => (one.id === id ? { ...one, open: false } : one)))
  const remove = () => shownToasts.set(shownToasts.get().filter((one) => one.id !== id))
  const timer = setTimeout(remove, REMOVE_AFTER_MS)
  // Under Node (tests, prerendering) a long timer must not keep the process alive.
  if (typeof timer === 'object') timer.unref()
}
