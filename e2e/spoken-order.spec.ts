import type { Page } from '@playwright/test'
import { fillIn } from './actions.ts'
import { homeAddress, mailedCode, newEmail } from './calls.ts'
import { openLoaded } from './screens.ts'
import { expect, test } from './server.ts'

const focused = (page: Page) => page.locator(':focus')
const announced = (page: Page) =>
  page.getByRole('main').getByRole('status').filter({ hasText: 'steps' })

/** Expects a screen reader to read these lines in this order, possibly with others in between. */
async function expectSaid(page: Page, lines: readonly (string | RegExp)[]): Promise<void> {
  const unsaid = async () => {
    const said = await page.getByRole('main').ariaSnapshot()
    let at = 0
    return lines.filter((line) => {
      const rest = said.slice(at)
      const found = typeof line === 'string' ? rest.indexOf(line) : rest.search(line)
      at += found + 1
      return found < 0
    })
  }
  await expect.soft.poll(unsaid, 'not said in this order').toEqual([])
}

test('a screen reader reads the booking in the order of its questions', async ({ page }) => {
  const email = newEmail('ears')
  await openLoaded(page, '/guest-booking')
  await expect(page).toHaveTitle(/^Quick Book/)
  const folded = {
    car: 'button "Which car? 2018 Toyota Camry · EAR 1 Change"',
    package: /button "Package Full Synthetic \$129\.99 Change"/,
    time: /button "Day and time \w{3}, \w{3} \d+, .* Change"/,
  }
  const bar = (price: string) => [
    'progressbar "Booking"',
    `, ${price}`,
    `text: ${price}`,
    'button "Continue"',
  ]
  await expectSaid(page, [
    'heading "Quick Book" [level=1]',
    'group "Which car?"',
    'combobox "Make"',
    'combobox "Model"',
    'textbox "Year"',
    'textbox "License plate"',
    'button "Package"',
    'button "Day and time"',
    'button "Where is the car?"',
    'button "Your details"',
    ...bar('From $89.99'),
  ])
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 5 steps')

  // Missing answers are announced at their fields, and the first one has the focus.
  await page.getByLabel('Make').press('Enter')
  await expectSaid(page, [
    'combobox "Make" [invalid]',
    'Please enter vehicle make',
    'combobox "Model" [invalid]',
  ])
  await expect(focused(page)).toHaveAccessibleName('Make')
  await expect(focused(page)).toHaveAccessibleDescription('Please enter vehicle make')
  await page.keyboard.type('Toyota')
  await fillIn(page, { Model: 'Camry', Year: '2018', 'License plate': 'EAR 1' })
  await page.keyboard.press('Enter')

  await expect(focused(page)).toHaveAccessibleName('Full Synthetic Recommended $129.99')
  await expect(announced(page)).toHaveText('1 of 5 steps, $129.99')
  await expectSaid(page, [
    'heading "Quick Book" [level=1]',
    folded.car,
    'group "Package"',
    'radio "Conventional $89.99"',
    'radio "Full Synthetic Recommended $129.99" [checked]',
    'group "Add-ons"',
    'checkbox "Battery test $14.99"',
    'button "Day and time"',
    ...bar('$129.99'),
  ])
  await page.keyboard.press('Enter')

  await expect(focused(page)).toHaveAccessibleName(/^\w+day, \w+ \d+, \d times? available: /)
  await page.keyboard.press('Enter')
  const times = page.getByRole('group', { name: 'What time?' })
  await expect(times.locator(':focus')).toHaveCount(1)
  await expect(times).toHaveAccessibleDescription('Please select a time')
  await expectSaid(page, [
    folded.car,
    folded.package,
    'group "Which day?"',
    /radio "\w+day, \w+ \d+, \d times? available: .*" \[checked\]/,
    /radio "Sunday, \w+ \d+, Closed" \[disabled\]/,
    'group "What time?"',
    /radio "\d+:\d\d [AP]M – /,
    'Please select a time',
    ...bar('$129.99'),
  ])
  await page.keyboard.press('Space')
  await expect(focused(page)).toBeChecked()
  await page.keyboard.press('Enter')

  await expect(focused(page)).toHaveAccessibleName('Street address')
  await expect(announced(page)).toHaveText('2 of 5 steps, $129.99')
  await page.keyboard.type(homeAddress)
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveAccessibleName('Name')
  await expect(announced(page)).toHaveText('3 of 5 steps, $129.99')
  await expectSaid(page, [
    folded.car,
    folded.package,
    folded.time,
    'button "Where is the car? 500 Congress Ave',
    'textbox "Name"',
    'textbox "E-mail"',
    'textbox "Phone"',
    'progressbar "Booking"',
    '$129.99',
    'button "Email me a code"',
  ])
  await page.keyboard.type('Earl Listener')
  await fillIn(page, { 'E-mail': email, Phone: '(512) 555-0187' })
  await page.keyboard.press('Enter')

  await expect(focused(page)).toHaveAccessibleName('Code')
  await expect(focused(page)).toHaveAccessibleDescription(/six-digit code to ears/)
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveAccessibleDescription(/Enter the six digits from the e-mail/)
  await page.getByLabel('Code').fill(await mailedCode(page.request, email))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('main')).toBeFocused()
  await expectSaid(page, ['heading "You\'re Booked!" [level=1]'])
  await expect(page).toHaveTitle(/^You're Booked!/)
})
