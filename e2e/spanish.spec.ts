import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fillIn, openAs, press, see, seeIn, the } from './actions.ts'
import {
  bookTime,
  call,
  signInAs,
  homeAddress,
  mailedCode,
  newEmail,
  openTimes,
  type OpenTime,
  signUp,
} from './calls.ts'
import { nameOf, openLoaded, screensOf, sides } from './screens.ts'
import { expect, test } from './server.ts'
import { watchWords } from './shown-words.ts'
import { inSpanish, saysEnglish } from './spanish-words.ts'
import { anOpenTime } from './visits.ts'

// A server of its own: what other walks type would be taken for our English.
test.use({ environment: {}, locale: 'es-US' })

// One run reports all findings; an answer may be read a moment after it is shown.
const softly = expect.configure({ soft: true, timeout: 3000 })

for (const side of sides)
  test(`no screen of the ${nameOf(side)} has English left`, async ({ page, request: other }) => {
    if (side) await signInAs(page.request, side)
    // The owner's own texts, which the public pages contain before any call.
    const { claims } = await call(page.request, 'GET /api/config')
    const isOwn = (whole: string) => claims.some((claim) => whole.includes(claim))
    const untranslated = watchWords(
      page,
      (rest, whole) => !isOwn(whole) && saysEnglish(rest, whole),
    )
    for (const { path, shared } of await screensOf(page.request, side, other))
      await test.step(path, async () => {
        if (shared && side) return
        await openLoaded(page, path)
        await expect(page.locator('html')).toHaveAttribute('lang', 'es')
        await softly.poll(untranslated, path).toEqual([])
      })
  })

test('a planted English word is found', async ({ page }) => {
  const untranslated = watchWords(page, saysEnglish)
  await page.goto('/terms')
  expect(await untranslated()).toEqual([])
  await page.evaluate(() => {
    document.querySelector('main')?.append('Your car is ready')
    document.querySelector('h1')?.setAttribute('title', 'Notifications')
  })
  expect(await untranslated()).toEqual(['Notifications', 'Your car is ready'])
})

const scriptsOf = (page: Page) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname)
  })
  return loaded
}
const catalogs = /\/assets\/(spanish|shared|technician|admin|server)-/

test.describe('an English page', () => {
  test.use({ locale: 'en-US' })

  test('loads no Spanish', async ({ page }) => {
    const loaded = scriptsOf(page)
    await page.goto('/')
    await openLoaded(page, '/guest-booking')
    await signInAs(page.request, 'customer')
    for (const path of ['/', '/booking', '/profile']) {
      await openLoaded(page, path)
    }
    expect(loaded.length).toBeGreaterThan(10)
    const texts = await Promise.all(
      loaded.map(async (path) => (await page.request.get(path)).text()),
    )
    expect(loaded.filter((_, at) => texts[at]?.includes('código postal'))).toEqual([])
    expect(loaded.filter((path) => /\/spanish-/.test(path))).toEqual([])
  })
})

test("a Spanish customer loads neither the office's nor the server's texts", async ({ page }) => {
  const loaded = scriptsOf(page)
  await signInAs(page.request, 'customer')
  await openLoaded(page, '/')
  const texts = await Promise.all(loaded.map(async (path) => (await page.request.get(path)).text()))
  const scriptsWith = (words: string) => loaded.filter((_, at) => texts[at]?.includes(words))
  expect(scriptsWith(inSpanish('Your Vehicles'))).toHaveLength(1)
  expect(scriptsWith(inSpanish('Merge two customers'))).toEqual([])
  expect(scriptsWith(inSpanish('Take this job'))).toEqual([])
  expect(scriptsWith(inSpanish('You may not do this.'))).toEqual([])
  expect(loaded.filter((path) => catalogs.test(path)).length).toBeGreaterThan(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the public pages exist in Spanish, and switch to English and back', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      inSpanish('An oil change where your car is parked.'),
    )
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Términos del servicio')
    await press(page, the.link('English'))
    await expect(page).toHaveURL(/\/terms$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service')
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
    await press(page, the.link('Español'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacto')
  })
})

test('the landing page shows its times and prices in Spanish', async ({ page }) => {
  await page.goto('/')
  await seeIn(page.locator('[data-next-days] li').first(), /[ap]\.\sm\./)
  await seeIn(page.locator('[data-next-days] li').first(), /^(lun|mar|mié|jue|vie|sáb)/)
  await expect(page.locator('[data-prices]')).toContainText(inSpanish('Recommended'))
  await expectAccessible(page)
})

/** '8:00 a. m. – 9:00 a. m.', for a place that calls offer as '8:00 AM - 9:00 AM'. */
const sayTime = ({ time }: OpenTime) =>
  time.replace(' - ', ' – ').replaceAll('AM', 'a. m.').replaceAll('PM', 'p. m.')

test('a guest books in Spanish, and gets mail in Spanish', async ({ page }) => {
  const email = newEmail('lupe')
  const place = await anOpenTime(page.request)
  await page.goto('/')
  await press(page, the.link(inSpanish('Quick Book (No Account Needed!)')))
  await fillIn(page, { VIN: '4T1BF1FK6CU012345' }, inSpanish('Look Up VIN'))
  await see(page, inSpanish('Vehicle Found!'))
  await fillIn(page, { [inSpanish('License plate')]: 'LUP 1' })
  const next = page.getByRole('button', { name: inSpanish('Continue') })
  await next.click()
  await expect(page.getByRole('radio', { name: /^Sintético/, checked: true })).toBeFocused()
  await next.click()
  await page.locator(`[type=radio][value="${place.date}"]`).check()
  await press(page, the.radio(sayTime(place)))
  await fillIn(page, { [inSpanish('Street address')]: homeAddress })
  await next.click()
  await page.getByLabel(inSpanish('Name'), { exact: true }).fill('Lupe Ríos')
  await fillIn(page, { [inSpanish('E-mail')]: email, [inSpanish('Phone')]: '(512) 363-0142' })
  await press(page, inSpanish('Email me a code'))
  await page.getByLabel(inSpanish('Code')).fill(await mailedCode(page.request, email))
  await press(page, inSpanish('Submit Booking'))
  await see(page, the.heading(inSpanish("You're Booked!")))
  await expect(async () => {
    const mails = await call(page.request, 'GET /api/demo/outbox')
    const own = mails.filter(({ recipient }) => recipient === email)
    expect(own.length).toBeGreaterThan(1)
    for (const { subject, body } of own) {
      expect(`${subject} ${body}`).not.toMatch(/\b(your|you|the|and|visit)\b/i)
    }
  }).toPass()
})

test('the office and a technician work in Spanish', async ({ page, request }) => {
  await signUp(request, 'customer')
  const places = await openTimes(request)
  const place = places.at(-1)
  if (!place) throw new Error('There is no place')
  const job = await bookTime(request, place)
  await openAs(page, 'admin', `/schedule?date=${place.date}`)
  await press(page, inSpanish('Assign or move {number}', { number: job.number }))
  await press(page, the.menuItem(inSpanish('action|Assign')))
  await press(page.getByRole('dialog'), /^Marcus Reed/)
  await see(
    page,
    the.first(
      inSpanish('{number} is given to {name}', { number: job.number, name: 'Marcus Reed' }),
    ),
  )

  await page.goto(`/payments?search=${job.number}`)
  const row = page.getByRole('row', { name: new RegExp(job.number) })
  await press(row, /^Ajustar pago/)
  const adjust = page.getByRole('dialog', { name: inSpanish('Adjust Payment') })
  await fillIn(adjust, { [inSpanish('New amount')]: '100', [inSpanish('Reason')]: { index: 1 } })
  await press(adjust, inSpanish('Adjust to {amount}', { amount: '$100.00' }))
  await see(page, the.first(inSpanish('Payment adjusted successfully')))

  await openAs(page, 'technician', `/job/${job.id}`)
  const start = inSpanish('Start Service')
  await press(page, start)
  await press(page.getByRole('dialog'), start)
  await see(page, the.first(inSpanish('state|In Progress')))
  await press(page, inSpanish('Complete Service & Charge Customer'))
  await press(page.getByRole('dialog'), new RegExp(`^${inSpanish('Complete')}`))
  await see(page.locator('#main'), the.text(inSpanish('Service Completed')))
})

test("the profile changes the account's language for good", async ({ page }) => {
  await signUp(page.request, 'customer')
  await page.goto('/profile')
  await press(page, the.link('English'))
  await see(page, the.title('Your Profile'))
  expect((await call(page.request, 'GET /api/auth/user')).language).toBe('en')
  await page.context().clearCookies({ name: 'language' })
  await page.reload()
  await see(page, the.title('Your Profile'))
  await press(page, the.link('Español'))
  await see(page, the.title(inSpanish('Your Profile')))
})
