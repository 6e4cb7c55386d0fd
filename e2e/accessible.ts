import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './server.ts'

/** The page as it stands has no accessibility violation that axe can find. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // All frames are our own, so it needs no second page to put their answers together: half the time.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  // Soft, so that a run says everything there is to say.
  expect
    .soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`))
    .toEqual([])
}
