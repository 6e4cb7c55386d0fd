import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aBusiness } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, unreachable } from '#client/testing/test-server.ts'
import { Field } from '#client/ui/field.tsx'
import { StreetInput } from './street-input.tsx'

const suggest = 'GET /api/address-suggestions'
const house = (street: string) => ({ street, city: 'Austin', state: 'TX', zip: '78701' })
const found = [500, 501, 502, 503, 504].map((number) => house(`${number} Congress Avenue`))

function Street() {
  const [street, setStreet] = useState('')
  const [chosen, setChosen] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setChosen('sent')
      }}
    >
      <Field label="Street address">
        <StreetInput
          value={street}
          onChange={(event) => setStreet(event.target.value)}
          onChoose={(address) => {
            setStreet(address.street)
            setChosen(`${address.street}, ${address.city}, ${address.state} ${address.zip}`)
          }}
        />
      </Field>
      <output>{chosen}</output>
    </form>
  )
}

const show = (answers: Answers = { [suggest]: found }, addressSuggestions = true) =>
  showPage(<Street />, { answers, business: aBusiness({ addressSuggestions }) })
const street = page.getByRole('combobox', { name: 'Street address' })
const list = page.getByRole('listbox', { name: 'Suggested addresses' })
const option = (name: RegExp) => page.getByRole('option', { name })
const chosen = page.getByRole('status').last()

/** Types without pauses even on a busy machine, where real key presses may come far apart. */
async function typeWithoutPause(text: string) {
  await userEvent.click(street)
  const input = street.element() as HTMLInputElement
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (let length = 1; length <= text.length; length++) {
    value?.set?.call(input, text.slice(0, length))
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

test('addresses are suggested after a pause in typing, and selected by keyboard', async () => {
  const { server } = await show()
  await typeWithoutPause('500 con')
  await expect.element(list).toBeVisible()
  expect(server.asked(suggest).map(({ query }) => query.q)).toEqual(['500 con'])
  await expect.element(street).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByText('5 addresses suggested')).toBeInTheDocument()
  await expect.element(page.getByText('© OpenStreetMap contributors')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const second = option(/^501 Congress Avenue/)
  await expect.element(second).toHaveAttribute('aria-selected', 'true')
  expect(street.element().getAttribute('aria-activedescendant')).toBe(second.element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toHaveTextContent('501 Congress Avenue, Austin, TX 78701')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(street).toHaveFocus()
})

test('on a phone arrow keys scroll the list, above its source note', async () => {
  await page.viewport(320, 568)
  await show()
  await userEvent.type(street, '500')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(option(/^504/)).toBeInViewport()
  await expect.element(option(/^500/)).not.toBeInViewport()
  await expect.element(page.getByText('© OpenStreetMap contributors')).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('a press selects, Escape closes, and Enter without a selection submits the form', async () => {
  await show()
  await userEvent.type(street, '500')
  await userEvent.click(option(/^500 Congress Avenue/))
  await expect.element(street).toHaveValue('500 Congress Avenue')
  await userEvent.type(street, ' N')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(street).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toHaveTextContent('sent')
})

test('a late answer to earlier text is ignored, and a failure is silent', async () => {
  const first = Promise.withResolvers<typeof found>()
  const { server } = await show({
    [suggest]: ({ query }) => (query.q === '500' ? first.promise : [house('12 Elm Street')]),
  })
  await userEvent.type(street, '500')
  await expect.poll(() => server.asked(suggest).length).toBe(1)
  await userEvent.fill(street, '12 elm')
  await expect.element(option(/^12 Elm Street/)).toBeVisible()
  first.resolve(found)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(option(/Congress/)).not.toBeInTheDocument()
  server.answer({ [suggest]: unreachable })
  await userEvent.fill(street, '12 elm street')
  await expect.element(list).not.toBeInTheDocument()
})

test('without a map provider it is a plain field, and sends no request', async () => {
  await show({}, false)
  const plain = page.getByRole('textbox', { name: 'Street address' })
  await userEvent.type(plain, '500 Congress')
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(plain).not.toHaveAttribute('aria-expanded')
})
