import type { Locator } from '@playwright/test'
import { openPage, press, the } from './actions.ts'
import { signInAs } from './calls.ts'
import { openLoaded } from './screens.ts'
import { expect, test } from './server.ts'
import { visitUnderWay } from './visits.ts'

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const fill = (locator: Locator) =>
  locator.first().evaluate((element) => getComputedStyle(element).backgroundColor)

/** Expects both to be visible, and filled with different colors. */
const expectApart = async (one: Locator, other: Locator) =>
  expect
    .soft(await fill(one), `${one.toString()} is filled as ${other.toString()}`)
    .not.toBe(await fill(other))

test('with forced colors selected, switched-on and focused states show', async ({
  page,
  request,
}) => {
  const at = (selector: string) => page.locator(selector).filter({ visible: true })
  await signInAs(page.request, 'customer')
  await openLoaded(page, '/booking')
  const tile = 'label:has(> [type=radio]'
  await page.getByRole('radio').first().press('Space')
  await expectApart(at(`${tile}:checked)`), at(`${tile}:not(:checked))`))
  await page.keyboard.press('Enter')
  const day = page.getByRole('radio', { name: /, \d+ times? available/, disabled: false }).first()
  await day.press('Space')
  await expectApart(at(`${tile}:checked)`), at(`${tile}:enabled:not(:checked))`))
  await expectApart(at('[role=progressbar] .bg-oil'), at('[role=progressbar] > span'))

  await page.goto('/notifications?tab=preferences')
  await press(page, the.tab('Preferences'))
  await expect(page.getByRole('switch').first()).toBeVisible()
  await expectApart(at('[role=switch]:checked'), at('[role=switch]:not(:checked)'))
  for (const state of [':checked', ':not(:checked)'])
    await expectApart(at(`[role=switch]${state} + span`), at(`[role=switch]${state}`))
  await expectApart(at('[role=tab][aria-selected=true]'), at('[role=tab][aria-selected=false]'))
  await expectApart(at('[aria-pressed=true]'), at('[aria-pressed=false]'))

  const { id } = await visitUnderWay(request, page.request)
  await openPage(page, `/job/${id}`)
  await expect(page.getByRole('checkbox', { checked: true }).first()).toBeVisible()
  await expectApart(at('[type=checkbox]:checked'), at('[type=checkbox]:not(:checked)'))
})

test("with forced colors the office's charts, board and calendar are visible", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const at = (selector: string) => page.locator(selector).filter({ visible: true })
  await signInAs(page.request, 'admin')
  await openLoaded(page, '/')
  const bars = at('figure [aria-hidden] > div > div')
  await expectApart(bars, at('main'))
  await expectApart(at('figure .bg-oil'), bars.and(page.locator(':not(.bg-oil)')))
  await openLoaded(page, '/schedule')
  await expectApart(at('nav a[aria-current]'), at('nav a:not([aria-current])'))
  const cell = '[role=gridcell]'
  await expectApart(
    at(`${cell}[aria-selected=true] button`),
    at(`${cell}:not([aria-selected=true]) button`),
  )
})
