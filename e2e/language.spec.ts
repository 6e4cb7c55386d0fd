import type { Page } from '@playwright/test'
import { accentedEnglish } from '#shared/texts/accented-english.ts'
import { fillIn, see } from './actions.ts'
import { signInAs, signUp } from './calls.ts'
import { nameOf, openLoaded, screensOf, sides } from './screens.ts'
import { expect, test } from './server.ts'
import { watchWords } from './shown-words.ts'

test.use({
  // A server of its own: what other walks type would be taken for our English.
  environment: {},
  // Calls outside the page use the same language, so that their mails do too.
  extraHTTPHeaders: { 'accept-language': 'en-XA' },
})

test.beforeEach(({ context, baseURL }) =>
  context.addCookies([{ name: 'language', value: 'en-XA', url: baseURL ?? '' }]),
)

// One run reports all findings; an answer may be read a moment after it is shown.
const softly = expect.configure({ soft: true, timeout: 3000 })

for (const side of sides)
  test(`every screen of the ${nameOf(side)} is translated`, async ({ page, request: other }) => {
    // The office has thirty screens.
    test.slow()
    if (side) await signInAs(page.request, side)
    const untranslated = watchWords(page)
    for (const { path, shared } of await screensOf(page.request, side, other))
      await test.step(path, async () => {
        if (shared && side) return
        await openLoaded(page, path)
        await softly.poll(untranslated, path).toEqual([])
      })
  })

const button = (page: Page, name: string) =>
  page.getByRole('button', { name: accentedEnglish(name) }).first()

test("dialogs and menus on the customer's screens are translated", async ({ page }) => {
  await signInAs(page.request, 'customer')
  const untranslated = watchWords(page)
  const look = (what: string) => softly.poll(untranslated, what).toEqual([])
  const lookInto = async (path: string, name: string) => {
    await page.goto(path)
    await button(page, name).click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    await look(`${path}: ${name}`)
  }
  await lookInto('/orders', 'Move visit')
  await lookInto('/orders', 'Cancel visit')

  await page.goto('/profile')
  await button(page, 'Edit').click()
  await fillIn(page, { [accentedEnglish('First name')]: '' })
  await button(page, 'Save').click()
  await see(page, accentedEnglish('First name is required'))
  await look('a form with errors')

  await openLoaded(page, '/nowhere')
  await look('no such page')
})

test("a new user's screens are translated, and planted English is found", async ({ page }) => {
  const untranslated = watchWords(page)
  await signUp(page.request, null)
  await openLoaded(page, '/')
  await softly.poll(untranslated, 'the choice of a role').toEqual([])
  const role = { data: { role: 'customer' } }
  await page.request.post('/api/auth/set-role', role)
  for (const path of ['/', '/orders', '/booking', '/notifications']) {
    await openLoaded(page, path)
    await softly.poll(untranslated, path).toEqual([])
  }
  await page.evaluate(() => {
    document.querySelector('h1')?.setAttribute('aria-label', 'Notifications')
    document.querySelector('main')?.append('Fivequart on Monday, 8:00 AM: open')
  })
  expect(await untranslated()).toEqual(['Notifications', 'Fivequart on Monday, 8:00 AM: open'])
})
