import { lazy, Suspense, useEffect } from 'react'
import { shownToasts } from './toast.ts'
import { PlainToast } from './toast-plain.tsx'
import { useStore } from './use-store.ts'

// Loaded at the first sign of a person, not with the page: no toast comes before that.
const loadList = () => import('./toast-list.tsx').catch(() => ({ default: PlainToast }))
const ToastList = lazy(loadList)
const signsOfLife = ['pointerdown', 'keydown'] as const

/** The place where toasts appear; rendered once, at the root. */
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
