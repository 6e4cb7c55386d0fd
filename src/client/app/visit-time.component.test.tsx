import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { brokenTimes, showPage } from '#client/testing/test-page.tsx'
import { VisitTime } from './visit-time.tsx'

test.each([120, 150, 180, 220])('times of day never wrap at %i px', async (width) => {
  await page.viewport(320, 800)
  const slot = '9:30 AM - 10:30 AM'
  await showPage(
    <div style={{ width }}>
      <VisitTime date="2026-11-23" slot={slot} />
      <br />
      <VisitTime date="2026-11-23" slot={slot} year />
    </div>,
  )
  await expect.element(page.getByText('Mon, Nov 23, 2026,')).toBeVisible()
  expect(brokenTimes()).toEqual([])
})
