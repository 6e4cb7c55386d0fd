import type { APIRequestContext, Page } from '@playwright/test'
import { openAs, openPage, press, the } from './actions.ts'
import { signInAs } from './calls.ts'
import { mainHeading, openLoaded } from './screens.ts'
import { expect, test } from './server.ts'
import { visitUnderWay } from './visits.ts'

/** Records animations longer than the eye can see. */
async function noteMotion(page: Page): Promise<string[]> {
  const moved: string[] = []
  await page.exposeFunction('noteMoved', (what: string) => moved.push(what))
  await page.addInitScript(() => {
    const note = ({ target, type }: Event) => {
      if (!(target instanceof Element)) return
      for (const { effect } of target.getAnimations()) {
        const { endTime, duration } = effect?.getComputedTiming() ?? {}
        if (Number(endTime) > 20)
          Reflect.get(
            window,
            'noteMoved',
          )(`${type} ${Number(duration)} ms: ${target.getAttribute('class')}`)
      }
    }
    for (const type of ['animationstart', 'transitionrun']) addEventListener(type, note, true)
  })
  return moved
}

/** Uses everything animated for each role: pages, skeletons, dialogs, menus, tooltips, switches and toasts. */
async function useEverything(page: Page, request: APIRequestContext): Promise<void> {
  const dialog = page.getByRole('dialog')
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await openAs(page, 'customer', '/')
  await press(page, the.link('View All Services'))
  await expect(mainHeading(page)).toHaveText('Your Orders')
  await press(page, the.first(the.button('Move visit')))
  await dialog.getByRole('radio', { disabled: false }).last().check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.goto('/booking')
  await page.getByRole('radio').first().press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio').first()).toBeVisible()
  await page.goto('/notifications?tab=preferences')
  await press(page, the.tab('Preferences'))
  await page.getByRole('switch').last().press('Space')
  await press(page, 'Save Preferences')
  await expect(toast).toBeVisible()
  await press(toast, 'Close')
  await expect(toast).toHaveCount(0)

  const { id } = await visitUnderWay(request, page.request)
  await openPage(page, `/job/${id}`)
  await expect(page.getByRole('checkbox').first()).toBeVisible()

  await signInAs(page.request, 'admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLoaded(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByText('Customers').click()
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(dialog).toBeVisible()
}

test('nothing moves with reduced motion', async ({ page, request }) => {
  const moved = await noteMotion(page)
  await useEverything(page, request)
  expect([...new Set(moved)]).toEqual([])
  const smooth = await page.evaluate(() =>
    [...document.querySelectorAll('*')].some(
      (element) => getComputedStyle(element).scrollBehavior === 'smooth',
    ),
  )
  expect(smooth).toBe(false)
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('motion is on, and only that of loading takes over 200 ms', async ({ page, request }) => {
    const moved = await noteMotion(page)
    await useEverything(page, request)
    const kinds = [...new Set(moved)]
    for (const what of [/ breathe /, / sheet /, / toast /]) expect(kinds.join('\n')).toMatch(what)
    const slow = kinds.filter((what) => Number(/ (\d+) ms/.exec(what)?.[1]) > 200)
    expect(slow.filter((what) => !/breathe|spin|pulse/.test(what))).toEqual([])
  })
})
