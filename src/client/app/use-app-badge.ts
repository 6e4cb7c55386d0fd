import { useEffect } from 'react'

/** Puts a count on the icon of the installed app, where the device can; none once nobody is there who has it. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    // Firefox has none.
    if (!('setAppBadge' in navigator)) return
    navigator.setAppBadge(count).catch(() => {})
    return () => void navigator.clearAppBadge().catch(() => {})
  }, [count])
}
