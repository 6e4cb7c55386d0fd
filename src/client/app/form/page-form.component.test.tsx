import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Link, Route, useLocation } from 'wouter'
import { aVehicle } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { OdometerForm } from '#shared/contract/vehicles.ts'
import { LeaveButton, PageForm, SubmitButton } from './page-form.tsx'

const note = 'POST /api/vehicles/{id}/odometer'
const { id } = aVehicle()
const reading = { date: '2026-05-04', miles: 45_200, readBy: 'customer' } as const

function Form({ startOver = true }) {
  const [, go] = useLocation()
  return (
    <PageForm
      call={note}
      input={(body) => ({ params: { id }, body })}
      schema={OdometerForm}
      defaultValues={{ date: '2026-05-04' }}
      startOver={startOver}
      successToast={{ title: 'Noted' }}
      failureToast={({ message }) => ({ title: 'Not noted', description: message })}
      onSaved={({ miles }) => miles === 1 && go('/home')}
    >
      {({ NumberField, DateField }) => (
        <>
          <NumberField name="miles" label="Odometer" />
          <DateField name="date" label="Date of reading" />
          <SubmitButton>Save</SubmitButton>
          <LeaveButton onLeave={() => go('/home')}>Cancel</LeaveButton>
          <Link href="/home">Home</Link>
          <Link href="/car?tab=2">Second tab</Link>
        </>
      )}
    </PageForm>
  )
}

const address = () => location.pathname + location.search

/** Whether the browser would close the tab without asking. */
const closes = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))

const show = (
  answer: typeof reading | ReturnType<typeof refusal> | (() => Promise<typeof reading>) = reading,
  { startOver = true } = {},
) =>
  showPage(
    <>
      <Route path="/car">
        <Form startOver={startOver} />
      </Route>
      <Route path="/home">At home</Route>
    </>,
    { at: '/car', answers: { [note]: answer } },
  )

const miles = page.getByLabelText('Odometer')
const date = page.getByLabelText('Date of reading')
const save = page.getByRole('button', { name: 'Save' })
const atHome = page.getByText('At home')
const question = page.getByRole('dialog', { name: 'Discard your changes?' })
const keep = page.getByRole('button', { name: 'Keep editing' })
const discard = page.getByRole('button', { name: 'Discard changes' })

test('a number can be typed with separators, and the fields reset after sending', async () => {
  const { server } = await show()
  await miles.fill('many')
  await save.click()
  await expect
    .element(miles)
    .toHaveAccessibleDescription('Please enter the miles as a whole number, for example 45200')
  await miles.fill('45,200')
  await save.click()
  await expect.element(page.getByText('Noted', { exact: true })).toBeVisible()
  expect(server.asked(note)[0]?.body).toEqual({ date: '2026-05-04', miles: 45_200 })
  await expect.element(miles).toHaveValue('')
  await page.getByRole('link', { name: 'Home' }).click()
  await expect.element(atHome).toBeVisible()
})

test('a refusal is a toast if the form has a text for it, unless it is about a field', async () => {
  const { server } = await show(refusal('conflict', 'Somebody else was first.'))
  await miles.fill('5')
  await save.click()
  await expect.element(page.getByText('Somebody else was first.')).toBeVisible()
  await expect.element(miles).toHaveValue('5')
  const message = 'Not in the future, please.'
  server.answer({ [note]: refusal('invalid', message, { fields: [{ path: 'date', message }] }) })
  await save.click()
  await expect.element(date).toHaveAccessibleDescription(message)
  await expect.element(date).toHaveFocus()
})

for (const way of ['a link', 'another tab', 'Cancel', 'Back'] as const) {
  const leave = async () => {
    if (way === 'a link') await page.getByRole('link', { name: 'Home' }).click()
    if (way === 'another tab') await page.getByRole('link', { name: 'Second tab' }).click()
    if (way === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click()
    if (way === 'Back') history.back()
  }
  const comeFromHome = async () => {
    history.pushState(null, '', '/home')
    history.pushState(null, '', '/car')
    await expect.element(miles).toBeVisible()
  }
  const gone = way === 'another tab' ? '/car?tab=2' : '/home'

  test(`${way} leaves an unchanged form at once`, async () => {
    await show()
    await comeFromHome()
    await leave()
    await expect.poll(address).toBe(gone)
  })

  test(`${way} asks before leaving a changed form`, async () => {
    await show()
    await comeFromHome()
    await miles.fill('5')
    await expect.poll(closes).toBe(false)
    await leave()
    await expect.element(question).toBeVisible()
    await keep.click()
    await expect.element(miles).toHaveValue('5')
    expect(address()).toBe('/car')
    await leave()
    await discard.click()
    await expect.poll(address).toBe(gone)
    await expect.element(question).not.toBeInTheDocument()
  })
}

test('the browser asks before closing the tab of a changed form', async () => {
  await show()
  expect(closes()).toBe(true)
  await miles.fill('5')
  await expect.poll(closes).toBe(false)
  await userEvent.clear(miles)
  await expect.poll(closes).toBe(true)
})

test('after saving it does not ask', async () => {
  await show({ ...reading, miles: 1 as never })
  await miles.fill('1')
  await userEvent.keyboard('{Enter}')
  await expect.element(atHome).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
})

test('a new try removes the previous toast', async () => {
  const { server } = await show(refusal('conflict', 'Somebody else was first.'))
  await miles.fill('45200')
  await save.click()
  const failed = page.getByText('Not noted', { exact: true })
  await expect.element(failed).toBeVisible()
  const second = Promise.withResolvers<typeof reading>()
  server.answer({ [note]: () => second.promise })
  await save.click()
  await expect.element(failed).not.toBeInTheDocument()
  second.resolve(reading)
})

test.each([
  { startOver: true, date: '2026-05-04' },
  { startOver: false, date: '2026-05-03' },
])(
  'typing while it saves is not lost, and stays unsaved: %o',
  async ({ startOver, ...expected }) => {
    const answer = Promise.withResolvers<typeof reading>()
    await show(() => answer.promise, { startOver })
    await miles.fill('45200')
    await date.fill('2026-05-03')
    await save.click()
    await miles.fill('45900')
    answer.resolve(reading)
    await expect.element(page.getByText('Noted', { exact: true })).toBeVisible()
    await expect.element(date).toHaveValue(expected.date)
    await expect.element(miles).toHaveValue('45900')
    expect(closes()).toBe(false)
  },
)
