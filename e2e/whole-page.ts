import type { Page } from '@playwright/test'

/** What a screen leaves undrawn until it comes near is drawn from here on, so that it can be measured and looked at. */
export const drawWholePage = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.below'))
      part.style.contentVisibility = 'visible'
  })
