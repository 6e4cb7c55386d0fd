import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { drawWholePage, expectFits } from './fits.ts'
import { expect } from './server.ts'

/** Expects the page to have no accessibility violation that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = await axeFor(page)
  await expectNothingFound(
    page,
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  )
}

/** Expects the rules that depend on the color scheme, for a page already checked in the other scheme. */
export async function expectReadableColors(page: Page): Promise<void> {
  const axe = await axeFor(page)
  await expectNothingFound(page, axe.withRules(['color-contrast', 'link-in-text-block']))
}

/** Expects an accessible page without sideways scrolling; `dark`: also readable colors in the dark scheme. */
export async function expectSound(page: Page, { dark = false } = {}): Promise<void> {
  await expectAccessible(page)
  await expectFits(page)
  if (!dark) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function axeFor(page: Page): Promise<AxeBuilder> {
  // The script is a million characters, so it is loaded once per document.
  const present = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => 'axe' in window)),
  )
  const axe = new AxeBuilder({ page, ...(present.every(Boolean) && { axeSource: ';' }) })
  // All frames are our own, so axe needs no second page to merge their results: half the time.
  return axe.setLegacyMode().options({ resultTypes: ['violations'], selectors: false })
}

async function expectNothingFound(page: Page, axe: AxeBuilder): Promise<void> {
  await drawWholePage(page)
  await untilStill(page)
  // On a scrolled page, a control half covered by the bar would be reported as too small to touch.
  const scrolled = await page.evaluate(() => {
    const top = scrollY
    scrollTo({ top: 0, behavior: 'instant' })
    return top
  })
  const { violations } = await axe.analyze()
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
  // Soft, so that one run reports every violation.
  expect
    .soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`))
    .toEqual([])
}

/** Waits until nothing fades or slides anymore, as its colors would fail the contrast check. Spinners go on. */
const untilStill = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  )
