import type { Locator, Page } from '@playwright/test'
import { formatDay } from '#shared/texts/format.ts'
import { openAs, see, the } from './actions.ts'
import { bookTime, call, signInAs, homeAddress, mailedCode, newEmail, signUp } from './calls.ts'
import { choose, pressOn, tabTo, typeInto } from './keyboard.ts'
import { expect } from './server.ts'
import { changeSettings, anOpenTime, test } from './visits.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name })
const enter = (page: Page) => page.keyboard.press('Enter')

test.describe('on a desk zoomed to 200 %', () => {
  test.use({ viewport: { width: 640, height: 360 } })

  test('a guest books by keyboard only', async ({ page }) => {
    const email = newEmail('keys')
    await page.goto('/')
    await pressOn(page, page.getByRole('link', { name: 'Quick Book (No Account Needed!)' }))
    for (const [label, words] of Object.entries({
      Make: 'Toyota',
      Model: 'Camry',
      Year: '2018',
      'License plate': 'KEY 1',
    }))
      await typeInto(page, page.getByLabel(label, { exact: true }), words)
    await enter(page)
    await expect(page.getByRole('radio', { name: /^Full Synthetic/ })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: /^Semi-Synthetic/ })).toBeChecked()
    await enter(page)
    await chooseTime(page)
    await enter(page)
    await expect(page.getByLabel('Street address')).toBeFocused()
    await page.keyboard.type(homeAddress)
    await enter(page)
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Kay Board')
    await typeInto(page, page.getByLabel('E-mail'), email)
    await typeInto(page, page.getByLabel('Phone'), '(512) 555-0187')
    await enter(page)
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.keyboard.type(await mailedCode(page.request, email))
    await enter(page)
    await see(page, the.title("You're Booked!"))
    await expect(page.getByRole('main')).toBeFocused()
  })
})

/** Chooses the last day shown, and its first free time. */
async function chooseTime(page: Page): Promise<void> {
  const free = page.locator(':enabled')
  const days = group(page, 'Which day?')
  const times = group(page, 'What time?')
  await choose(page, days, days.getByRole('radio').and(free).last())
  await choose(page, times, times.getByRole('radio').and(free).first())
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('a customer registers a car, books, moves and cancels by keyboard', async ({ page }) => {
    const email = newEmail('keys')
    await page.goto('/')
    await pressOn(page, page.getByRole('link', { name: 'Get Started - Sign In' }))
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await page.keyboard.type(email)
    await enter(page)
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.keyboard.type(await mailedCode(page.request, email))
    await enter(page)
    await pressOn(page, page.getByRole('button', { name: "I'm a Customer" }))
    await pressOn(page, page.getByRole('link', { name: 'Add Your First Vehicle' }))

    await pressOn(page, page.getByRole('link', { name: 'We fill in the rest.' }))
    await tabTo(page, page.getByRole('tab', { name: 'VIN Lookup' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'License Plate' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await typeInto(page, page.getByLabel('VIN', { exact: true }), '4T1BF1FK6CU012345')
    await enter(page)
    await see(page, the.heading('Vehicle Found!'))
    await typeInto(page, page.getByLabel('License plate'), 'KEY 2')
    await pressOn(page, page.getByRole('button', { name: 'Use This Vehicle for Booking' }))

    await chooseTime(page)
    await enter(page)
    await expect(page.getByLabel('Street address')).toBeFocused()
    await page.keyboard.type(homeAddress)
    await enter(page)
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Kay Board')
    await typeInto(page, page.getByLabel('Phone'), '(512) 555-0187')
    await enter(page)
    await enter(page)
    await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeFocused()

    await pressOn(page, page.getByRole('link', { name: 'Orders', exact: true }))
    const move = page.getByRole('button', { name: 'Move visit' })
    const dialog = page.getByRole('dialog')
    await pressOn(page, move)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(move).toBeFocused()
    await enter(page)
    const times = dialog.getByRole('group', { name: 'What time?' })
    await choose(page, times, times.getByRole('radio').and(page.locator(':enabled')).last())
    await pressOn(page, dialog.getByRole('button', { name: /^Move to/ }))
    await expect(dialog).toHaveCount(0)
    await expect(move).toBeFocused()

    await pressOn(page, page.getByRole('button', { name: 'Cancel visit' }))
    await pressOn(page, dialog.getByRole('button', { name: 'Cancel visit' }))
    await expect(dialog).toHaveCount(0)
    const [job] = await call(page.request, 'GET /api/jobs/customer')
    expect(job?.status).toBe('cancelled')
    await expectFocusKept(page)
  })

  test('a technician completes a visit by keyboard only', async ({ page, job }) => {
    const { id, scheduledDate } = job
    const dialog = page.getByRole('dialog')
    await page.goto('/')
    // Today has its own visits; this one is further down.
    await tabTo(page, page.getByRole('tab', { name: /^Job Overview/ }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: /^Communication/ })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await pressOn(page, page.locator(`main a[href="/job/${id}"]`))
    await expect(page.getByRole('main')).toBeFocused()

    const start = page.getByRole('button', { name: 'Start Service' })
    await pressOn(page, start)
    await expect(dialog).toContainText(formatDay(scheduledDate))
    await page.keyboard.press('Escape')
    await expect(start).toBeFocused()
    await enter(page)
    await pressOn(page, dialog.getByRole('button', { name: 'Start Service' }))
    await see(page, the.first('In Progress'))
    await expectFocusKept(page)

    const steps = page.locator('section, fieldset').filter({ hasText: 'Service Checklist' }).last()
    for (const step of await steps.getByRole('checkbox').all()) {
      await pressOn(page, step, 'Space')
      await expect(step).toBeChecked()
    }
    await typeInto(page, page.getByLabel('Technician notes'), 'All by keys.')
    await pressOn(page, page.getByRole('button', { name: 'Save Notes' }))
    await pressOn(page, page.getByRole('button', { name: /^Complete Service/ }))
    await pressOn(page, dialog.getByRole('button', { name: /^Complete/ }))
    await see(page.locator('#main'), the.text('Service Completed'))
    await expectFocusKept(page)
  })

  test('the office handles a visit by keyboard', async ({ page, request: customer }) => {
    await signUp(customer, 'customer')
    const serviceAddress = '500 Main Street, Houston, TX 77002'
    const time = await anOpenTime(customer, -2, serviceAddress)
    const { id, number } = await bookTime(customer, time, { serviceAddress })
    await openAs(page, 'admin', `/admin/jobs/${id}`)
    const confirm = page.getByRole('button', { name: `Confirm ${number}` })
    await pressOn(page, confirm)
    await expect(confirm).toHaveCount(0)
    await expectFocusKept(page)
    const technician = page.getByLabel(`Technician for ${number}`)
    await tabTo(page, technician)
    const free = technician.locator('option:not([disabled]):not([value=""])').first()
    const name = (await free.textContent()) ?? ''
    // One key selects; typed slowly, the letters of a name are separate selections.
    await page.keyboard.press('ArrowDown')
    await pressOn(page, page.getByRole('button', { name: `Give ${number} to ${name.trim()}` }))
    await expect(page.getByRole('region', { name: 'History' })).toContainText(name.trim())
    await expectFocusKept(page)

    const actions = page.getByRole('button', { name: 'Actions' })
    const cancel = page.getByRole('menuitem', { name: 'Cancel visit' })
    const dialog = page.getByRole('dialog')
    await openMenu(page, actions)
    await page.keyboard.press('Escape')
    await expect(actions).toBeFocused()
    for (const isMeant of [false, true]) {
      await openMenu(page, actions)
      await tabTo(page, cancel, { key: 'ArrowDown' })
      await enter(page)
      await expectTrapped(page)
      if (isMeant) break
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(actions).toBeFocused()
    }
    await typeInto(page, dialog.getByLabel('Reason'), 'The caller asked for it')
    await pressOn(page, dialog.getByRole('button', { name: 'Cancel visit' }))
    await expect(dialog).toHaveCount(0)
    await see(page, the.text('This visit was cancelled'))
    await expectFocusKept(page)
  })

  test('the office changes a price and a setting by keyboard', async ({ page }) => {
    await signInAs(page.request, 'admin')
    const dialog = page.getByRole('dialog')
    await page.goto('/admin/products')
    const price = page.getByRole('button', { name: 'Price' }).first()
    for (const amount of ['94.99', '89.99']) {
      await pressOn(page, price)
      await expectTrapped(page)
      await typeInto(page, dialog.getByRole('textbox').first(), amount)
      await enter(page)
      await expect(dialog).toHaveCount(0)
      await expect(price).toBeFocused()
      await see(page.getByRole('main'), `$${amount}`)
    }

    await page.goto('/admin/settings')
    await tabTo(page, page.getByRole('tab', { selected: true }))
    await tabTo(page, page.getByRole('tab', { name: 'System Settings' }), { key: 'ArrowRight' })
    const assign = page.getByRole('switch', { name: /^Auto-assign/ })
    await pressOn(page, assign, 'Space')
    await expect(assign).toBeChecked()
    await pressOn(page, page.getByRole('button', { name: 'Save' }).first())
    await see(page.getByRole('region', { name: /^Notifications/ }), the.first(/saved/i))
    await page.reload()
    await expect(assign).toBeChecked()
    await changeSettings(page.request, { autoAssign: false })

    await page.goto('/payments')
    await typeInto(page, page.getByRole('searchbox'), 'a')
    const rows = page.getByRole('row')
    const header = page.getByRole('columnheader', { name: 'Amount' })
    await pressOn(page, header.getByRole('button'))
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(header.getByRole('button')).toBeFocused()
    await enter(page)
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    const status = page.getByRole('combobox', { name: 'Status' })
    await tabTo(page, status, { key: 'Shift+Tab' })
    await page.keyboard.type('Comp')
    await expect(page).toHaveURL(/status=/)
    await expect(status).toBeFocused()
    await page.goto('/payments')
    await expect(rows).toHaveCount(101)
    const more = page.getByRole('button', { name: 'Show more' })
    await tabTo(page, more, { key: 'Shift+Tab', most: 20 })
    await enter(page)
    await expect.poll(() => rows.count()).toBeGreaterThan(101)
    await expectFocusKept(page)

    await page.goto('/admin/customers')
    const menu = page.getByRole('button', { name: /^Actions for/ }).first()
    await openMenu(page, menu)
    await page.keyboard.type('e')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
    await enter(page)
    await expectTrapped(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(menu).toBeFocused()
  })
})

async function openMenu(page: Page, button: Locator): Promise<void> {
  await pressOn(page, button)
  await expect(page.getByRole('menuitem').first()).toBeFocused()
}

/** Expects Tab to stay inside the dialog. */
async function expectTrapped(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key)
    const outside = await page.evaluate(
      () => document.activeElement?.closest('dialog, body')?.tagName,
    )
    // Between its last and first element come the browser's own controls.
    if (outside === 'BODY') expect(await page.locator(':focus').count()).toBe(0)
  }
}

/** Expects Tab to continue from the page's content, not its beginning, even if the focused element is gone. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator(':focus')).toHaveCount(1)
}
