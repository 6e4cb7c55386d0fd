import type { BrowserContext, Page } from '@playwright/test'
import { TOAST_DURATION_MS } from '#client/ui/toast.ts'

/** Toasts stay until closed: a busy machine may look after they have disappeared. */
export function holdToasts(on: Page | BrowserContext) {
  return on.addInitScript((duration) => {
    const later = window.setTimeout.bind(window)
    const unlessToast = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === duration ? 0 : later(run, ms, ...rest)
    window.setTimeout = unlessToast as typeof window.setTimeout
  }, TOAST_DURATION_MS)
}
