import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expectFits } from './fits.ts'
import { expect } from './server.ts'
import { drawWholePage } from './whole-page.ts'

/** The page as it stands has no accessibility violation that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = await axeFor(page)
  await expectNothingFound(
    page,
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  )
}

/** The same for what another color scheme can change of a page that was looked at in one. */
export async function expectReadableColors(page: Page): Promise<void> {
  const axe = await axeFor(page)
  await expectNothingFound(page, axe.withRules(['color-contrast', 'link-in-text-block']))
}

/** The page is accessible and scrolls nowhere sideways; `dark`: its colors are readable in the dark scheme too. */
export async function expectSound(page: Page, { dark = false } = {}): Promise<void> {
  await expectAccessible(page)
  await expectFits(page)
  if (!dark) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function axeFor(page: Page): Promise<AxeBuilder> {
  // Its million letters are read once for each document.
  const present = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => 'axe' in window)),
  )
  const axe = new AxeBuilder({ page, ...(present.every(Boolean) && { axeSource: ';' }) })
  // All frames are our own, so it needs no second page to put their answers together: half the time.
  return axe.setLegacyMode().options({ resultTypes: ['violations'], selectors: false })
}

async function expectNothingFound(page: Page, axe: AxeBuilder): Promise<void> {
  await drawWholePage(page)
  // What the bar covers half, where a page was scrolled, would be found too small to touch.
  const scrolled = await page.evaluate(() => {
    const top = scrollY
    scrollTo({ top: 0, behavior: 'instant' })
    return top
  })
  const { violations } = await axe.analyze()
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
  // Soft, so that a run says everything there is to say.
  expect
    .soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`))
    .toEqual([])
}
