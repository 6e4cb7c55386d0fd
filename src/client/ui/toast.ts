import { createStore } from './store.ts'

export interface ToastMessage {
  title: string
  description?: string
  /** Error styling; announced at once. */
  destructive?: boolean
  action?: { label: string; onSelect: () => void }
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

export const TOAST_DURATION_MS = 5000
/** Time to reach its button by keyboard or screen reader. */
const ACTION_TOAST_DURATION_MS = 15_000
export const durationOf = ({ action }: ToastMessage): number =>
  action ? ACTION_TOAST_DURATION_MS : TOAST_DURATION_MS
/** Below the top bar on phones, above the bottom bar elsewhere. */
export const toastRegion =
  'fixed z-50 max-sm:top-[calc(4.25rem+env(safe-area-inset-top))] max-sm:[body:has([data-demo-banner])_&]:top-28 sm:bottom-4 sm:[body:has([data-bottom-bar])_&]:bottom-28'

const VISIBLE_AT_MOST = 1
const REMOVE_AFTER_MS = 1_000_000

export const shownToasts = createStore<readonly ShownToast[]>([])
let lastId = 0

/** Shows a message for five seconds, or fifteen with an action, replacing an older one. Returns how to dismiss it. */
export function toast(message: ToastMessage): () => void {
  const id = ++lastId
  const before = shownToasts.get()
  const shown = { ...message, ...(message.action && { action: once(message.action, id) }) }
  shownToasts.set([{ ...shown, id, open: true }, ...before].slice(0, VISIBLE_AT_MOST))
  return () => dismissToast(id)
}

// A double click must not undo twice.
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

/** Dismisses error toasts before a retry, so they are not read as its result. */
export function dismissFailures(): void {
  for (const { id, destructive } of shownToasts.get()) if (destructive) dismissToast(id)
}

/** Closes it now and removes it later, so the closing animation keeps its text. */
export function dismissToast(id: number): void {
  const shown = shownToasts.get()
  if (!shown.some((one) => one.id === id && one.open)) return
  shownToasts.set(shown.map((one) => (one.id === id ? { ...one, open: false } : one)))
  const remove = () => shownToasts.set(shownToasts.get().filter((one) => one.id !== id))
  const timer = setTimeout(remove, REMOVE_AFTER_MS)
  // In Node (tests, prerendering) the timer must not keep the process alive.
  if (typeof timer === 'object') timer.unref()
}
