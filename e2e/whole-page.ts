import type { Page } from '@playwright/test'

/** Renders the parts that a screen skips until they come near, so that they can be measured and checked. */
export const drawWholePage = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.below'))
      part.style.contentVisibility = 'visible'
  })
