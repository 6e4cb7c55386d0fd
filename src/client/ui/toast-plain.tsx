import { useEffect } from 'react'
import { dismissToast, TOAST_DURATION_MS } from './toast.ts'
import type { ShownToast } from './toast.ts'

/** What remains when the real list cannot be loaded, on a phone that has just lost its network. */
export function PlainToast({ toasts }: { toasts: readonly ShownToast[] }) {
  const toast = toasts.find((one) => one.open)
  const id = toast?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id])
  if (!toast) return null
  return (
    <p
      role="alert"
      className="fixed inset-x-3 top-3 z-50 rounded-card border border-line bg-card p-4 shadow-float"
    >
      <strong>{toast.title}</strong> {toast.description}
    </p>
  )
}
