import type { Page } from '@playwright/test'

/** What has the focus shows it and can be seen; answers what is wrong with it, or null. */
export function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    // The browser's own controls come after the last of the page; a frame shows its own focus.
    if (!focused || focused === document.body || focused.tagName === 'IFRAME') return null
    const shows = (element: Element | null) =>
      element !== null && getComputedStyle(element).outlineStyle !== 'none'
    const label = focused.closest('label')
    const problem = (what: string) => `${what}: ${focused.outerHTML.slice(0, 200)}`
    if (!shows(focused) && !shows(label)) return problem('shows no focus')
    const box = focused.getBoundingClientRect()
    const left = Math.max(0, box.left)
    const right = Math.min(innerWidth, box.right)
    const top = Math.max(0, box.top)
    const bottom = Math.min(innerHeight, box.bottom)
    if (right <= left || bottom <= top) return problem('is out of view')
    // A sticky bar may cover an edge of it, not all of it.
    const isOwn = (hit: Element | null) =>
      hit !== null && (focused.contains(hit) || label?.contains(hit) || hit.contains(focused))
    const uncovered = [0.1, 0.5, 0.9].some((across) =>
      [0.1, 0.5, 0.9].some((down) =>
        isOwn(
          document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down),
        ),
      ),
    )
    return uncovered ? null : problem('is covered')
  })
}
