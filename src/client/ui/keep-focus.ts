const parts = '[role=tabpanel], [role=region], section, main'
/** So long what was pressed may take to go. */
const patienceMs = 10_000

/**
 * What was pressed may go because of what that did: the row that was deleted, the button that led to the last of a list.
 * The focus then stays in the part of the page that it was in, or goes to what is named `instead`: screen readers are
 * there, and the next Tab goes on from there.
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
