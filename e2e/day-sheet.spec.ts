import type { Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { expectSound } from './accessible.ts'
import { openAs, press, see, the } from './actions.ts'
import { signInAs } from './calls.ts'
import { expect, test } from './server.ts'

/** The printed width between the margins, in CSS pixels. */
const papers = { Letter: 702, A4: 680 } as const

async function expectPrints(page: Page, sheets: number) {
  await page.emulateMedia({ media: 'print' })
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  for (const [format, width] of Object.entries(papers)) {
    await page.setViewportSize({ width, height: 900 })
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('.print-page *')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
        .filter((one) => getComputedStyle(one).display !== 'inline')
        .map((one) => one.outerHTML.slice(0, 120)),
    )
    expect(wider, format).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length, format).toBeGreaterThanOrEqual(sheets)
  }
  await page.setViewportSize(size)
  await page.emulateMedia({ media: null })
}

test('the office prints a sheet for each technician, or for one', async ({ page }) => {
  await signInAs(page.request, 'admin')
  const week = await page.request.get('/api/jobs/today?range=week')
  const visits = (await week.json()) as Job[]
  const visit = visits.find((job) => job.technicianId && job.status === 'assigned')
  const date = visit?.scheduledDate ?? ''
  const ofDay = visits.filter((job) => job.scheduledDate === date && job.technicianId)
  const people = new Set(ofDay.map((job) => job.technicianId))
  await page.goto(`/schedule/day-sheet?date=${date}`)
  const sheets = page.getByRole('article', { name: /^Day sheet of / })
  await expect(sheets).toHaveCount(people.size)
  await see(page, the.first(visit?.vehicle.licensePlate ?? ''), the.first('Take along'))
  await expectSound(page, { dark: true })
  await expectPrints(page, people.size)
  await page.getByRole('combobox', { name: 'Technician' }).selectOption(visit?.technicianId ?? '')
  await expect(sheets).toHaveCount(1)
  await expect(sheets.getByRole('listitem').filter({ hasText: visit?.number ?? '' })).toBeVisible()
})

test('a technician prints their own day, and adds its visits to a calendar', async ({ page }) => {
  await openAs(page, 'technician', '/')
  await press(page, the.link('Day sheet'))
  await expect(page.getByRole('article', { name: /^Day sheet of / })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Technician' })).toHaveCount(0)
  await expectSound(page)

  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Calendar' })
  await press(card, 'Make an address')
  const url = await card.getByLabel('Secret address').inputValue()
  const feed = await page.request.get(url)
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect(await feed.text()).toContain('BEGIN:VCALENDAR')
  await expectSound(page, { dark: true })
  await page.reload()
  await see(card, /Last read /)
  await expect(card.getByLabel('Secret address')).toHaveCount(0)
  await press(card, 'Switch off')
  await press(page.getByRole('dialog'), 'Switch off')
  await see(card, 'Switched off.')
  expect((await page.request.get(url)).status()).toBe(404)
})
