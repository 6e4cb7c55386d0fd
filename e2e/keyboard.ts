import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** An error text if the focused element is hidden or has no focus ring, else null. */
export function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    // The browser's own controls follow the page's last element; a frame shows its own focus.
    if (!focused || focused === document.body || focused.tagName === 'IFRAME') return null
    const shows = (element: Element | null) =>
      element !== null && getComputedStyle(element).outlineStyle !== 'none'
    const label = focused.closest('label')
    const problem = (what: string) => {
      const { x, y, width, height } = focused.getBoundingClientRect()
      return `${what}, ${width} × ${height} at ${x}, ${y}: ${focused.textContent} ${focused.outerHTML.slice(0, 200)}`
    }
    if (!shows(focused) && !shows(label)) return problem('shows no focus')
    const box = focused.getBoundingClientRect()
    const left = Math.max(0, box.left)
    const right = Math.min(innerWidth, box.right)
    const top = Math.max(0, box.top)
    const bottom = Math.min(innerHeight, box.bottom)
    if (right <= left || bottom <= top) return problem('is out of view')
    // A sticky bar may cover an edge of it, but not all of it.
    const isOwn = (hit: Element | null) =>
      hit !== null &&
      (focused.contains(hit) ||
        label?.contains(hit) ||
        hit.contains(focused) ||
        // Toasts disappear on their own.
        hit.closest('.toast') !== null)
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

const holdsFocus = (target: Locator) =>
  target.evaluateAll((all) => all.some((one) => one === document.activeElement))

interface Way {
  key?: string
  /** Maximum number of presses. */
  most?: number
}

/** Presses a key until the target, or one of several, has the focus; expects visible focus at every stop. */
export async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 80 }: Way = {}) {
  await expect(target.first()).toBeVisible()
  for (let presses = 0; !(await holdsFocus(target)); presses++) {
    if (presses === most) throw new Error(`${most} × ${key} does not lead to ${target.toString()}`)
    await page.keyboard.press(key)
    expect.soft(await unseenFocus(page)).toBeNull()
  }
}

/** Tabs to the target and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  // While loading, it is disabled.
  await expect(page.locator(':focus')).toBeEnabled()
  await page.keyboard.press(key)
}

/** Tabs to the target and types. */
export async function typeInto(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

/** Tabs to a radio group, and selects one with the arrow keys. */
export async function choose(page: Page, group: Locator, radio: Locator): Promise<void> {
  await tabTo(page, group.getByRole('radio'))
  await tabTo(page, radio, { key: 'ArrowRight' })
  if (!(await radio.isChecked())) await page.keyboard.press('Space')
  await expect(radio).toBeChecked()
}
