const parts = '[role=tabpanel], [role=region], section, main'
/** How long the pressed element may take to disappear. */
const patienceMs = 10_000

/**
 * Keeps the focus nearby when the pressed element disappears (a deleted row, the last 'Show more'): in the
 * surrounding region or on `instead`, so that Tab and screen readers continue there.
 */
export function keepFocus(pressed: Element | null, instead: Element | null = null): void {
  if (!pressed) return
  const around = instead ? [instead] : []
  for (let part = pressed.closest(parts); part; part = part.parentElement?.closest(parts) ?? null)
    around.push(part)
  const look = () => {
    if (pressed.isConnected) return
    observer.disconnect()
    if (document.activeElement !== document.body) return
    const left = around.find((part) => part.isConnected)
    if (!(left instanceof HTMLElement)) return
    if (!left.hasAttribute('tabindex')) left.tabIndex = -1
    left.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), patienceMs)
  look()
}
