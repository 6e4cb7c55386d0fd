import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** What has the focus shows it and can be seen; answers what is wrong with it, or null. */
export function unseenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    // The browser's own controls come after the last of the page; a frame shows its own focus.
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
    // A sticky bar may cover an edge of it, not all of it.
    const isOwn = (hit: Element | null) =>
      hit !== null &&
      (focused.contains(hit) ||
        label?.contains(hit) ||
        hit.contains(focused) ||
        // It goes by itself.
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
  /** How often the key is pressed at most. */
  most?: number
}

/** Presses a key until that, or one of them, has the focus; all that has it on the way shows it. */
export async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 80 }: Way = {}) {
  await expect(target.first()).toBeVisible()
  for (let presses = 0; !(await holdsFocus(target)); presses++) {
    if (presses === most) throw new Error(`${most} × ${key} does not lead to ${target.toString()}`)
    await page.keyboard.press(key)
    expect.soft(await unseenFocus(page)).toBeNull()
  }
}

/** Goes there by Tab and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  // What is still loading for it takes no press.
  await expect(page.locator(':focus')).toBeEnabled()
  await page.keyboard.press(key)
}

/** Goes there by Tab and writes. */
export async function typeInto(page: Page, target: Locator, words: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

/** Goes to a group of radio buttons by Tab, and to one of them by the arrows. */
export async function choose(page: Page, group: Locator, radio: Locator): Promise<void> {
  await tabTo(page, group.getByRole('radio'))
  await tabTo(page, radio, { key: 'ArrowRight' })
  if (!(await radio.isChecked())) await page.keyboard.press('Space')
  await expect(radio).toBeChecked()
}
