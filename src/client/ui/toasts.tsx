import { lazy, Suspense, useEffect, useState } from 'react'
import { dismissToast, type ShownToast, shownToasts, durationOf, toastRegion } from './toast.ts'
import { useStore } from './store.ts'

// Loaded at the first input, as no toast comes before that.
const loadList = () => import('./toast-list.tsx').catch(() => ({ default: PlainToast }))
const ToastList = lazy(loadList)
const signsOfLife = ['pointerdown', 'keydown'] as const

export function Toasts() {
  const toasts = useStore(shownToasts)
  useEffect(() => {
    const warm = () => void loadList()
    for (const sign of signsOfLife) addEventListener(sign, warm, { once: true, passive: true })
    return () => {
      for (const sign of signsOfLife) removeEventListener(sign, warm)
    }
  }, [])
  if (toasts.length === 0) return null
  return (
    <Suspense>
      <ToastList toasts={toasts} />
    </Suspense>
  )
}

/** Fallback when the list cannot be loaded, as on a phone that just went offline. */
function PlainToast({ toasts }: { toasts: readonly ShownToast[] }) {
  const toast = toasts.find((one) => one.open)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!toast || held) return
    const timer = setTimeout(() => dismissToast(toast.id), durationOf(toast))
    return () => clearTimeout(timer)
  }, [toast, held])
  if (!toast) return null
  return (
    <p
      role="alert"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`${toastRegion} inset-x-3 rounded-card border border-line bg-card p-4 shadow-float`}
    >
      <strong>{toast.title}</strong> {toast.description}
      {toast.action && (
        <button type="button" onClick={toast.action.onSelect} className="min-h-11 px-2 underline">
          {toast.action.label}
        </button>
      )}
    </p>
  )
}
