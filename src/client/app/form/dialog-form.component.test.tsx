import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aVehicle } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import { Button } from '#client/ui/button.tsx'
import { VehicleForm } from '#shared/contract/vehicles.ts'
import { DialogForm } from './dialog-form.tsx'

const add = 'POST /api/vehicles'
const car = aVehicle()
const onSaved = vi.fn<() => void>()

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a car</Button>
      {open && (
        <DialogForm
          call={add}
          input={(body) => ({ body })}
          schema={VehicleForm}
          defaultValues={{ year: '2018', licensePlate: 'ABC 1234' }}
          onClose={() => setOpen(false)}
          title="New car"
          submitLabel="Save car"
          failureTitle="Not saved"
          successToast={({ make }) => ({ title: 'Saved', description: make })}
          onSaved={onSaved}
        >
          {({ TextField }) => (
            <>
              <TextField name="make" label="Make" />
              <TextField name="model" label="Model" />
              <TextField name="vin" label="VIN" plate />
            </>
          )}
        </DialogForm>
      )}
    </>
  )
}

/** Never rendered. A name missing from the schema, or of the wrong type, must not compile. */
export const wrong = () => (
  <DialogForm
    call={add}
    input={(body) => ({ body })}
    schema={VehicleForm}
    defaultValues={{}}
    onClose={() => {}}
    title="Wrong"
    submitLabel="Wrong"
  >
    {({ TextField, NumberField }) => (
      <>
        {/* @ts-expect-error there is no color */}
        <TextField name="color" label="Color" />
        {/* @ts-expect-error a make is a text */}
        <NumberField name="make" label="Make" />
      </>
    )}
  </DialogForm>
)

const opener = page.getByRole('button', { name: 'Add a car' })
const dialog = page.getByRole('dialog', { name: 'New car' })
const make = page.getByLabelText('Make')
const model = page.getByLabelText('Model')
const vin = page.getByRole('textbox', { name: /^VIN/ })
const save = page.getByRole('button', { name: 'Save car' })
const question = page.getByRole('dialog', { name: 'Discard your changes?' })

async function open(answers: Answers = {}) {
  onSaved.mockClear()
  const shown = await showPage(<Opener />, { answers })
  await opener.click()
  await expect.element(make).toHaveFocus()
  return shown
}

async function fill() {
  await make.fill('Honda')
  await model.fill('Accord')
}

test('a complete form is sent once by Enter, closes and confirms', async () => {
  let answer = (_car: typeof car) => {}
  const { server } = await open({
    [add]: () => new Promise<typeof car>((resolve) => (answer = resolve)),
  })
  await fill()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  await save.click({ force: true })
  answer(car)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(onSaved).toHaveBeenCalledOnce()
  expect(server.asked(add).map(({ body }) => body)).toEqual([
    { year: '2018', licensePlate: 'ABC 1234', make: 'Honda', model: 'Accord' },
  ])
  await expect.element(opener).toHaveFocus()
})

test('errors appear at their fields after the first try, then update while typing', async () => {
  await open()
  await make.fill('H')
  await make.fill('')
  await expect.element(make).not.toHaveAttribute('aria-invalid')
  await save.click()
  await expect.element(make).toHaveAccessibleDescription('Please enter vehicle make')
  await expect.element(make).toHaveFocus()
  await expect.element(model).toHaveAttribute('aria-invalid', 'true')
  await make.fill('Honda')
  await expect.element(make).not.toHaveAttribute('aria-invalid')
  await expect.element(model).toHaveAttribute('aria-invalid', 'true')
})

test('lengths and optional fields come from the schema', async () => {
  await open()
  await expect.element(make).toHaveAttribute('maxlength', '60')
  await expect.element(vin).toHaveAttribute('maxlength', '17')
  await expect.element(page.getByText('VIN (optional)')).toBeVisible()
})

test("the server's error about a field is shown there, and all typed text stays", async () => {
  const message = 'This VIN belongs to a Toyota.'
  const { server } = await open({
    [add]: refusal('invalid', message, { fields: [{ path: 'vin', message }] }),
  })
  await fill()
  await vin.fill('4T1BF1FK6CU012345')
  await save.click()
  await expect.element(vin).toHaveAccessibleDescription(message)
  await expect.element(vin).toHaveFocus()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(make).toHaveValue('Honda')
  await vin.fill('')
  await expect.element(vin).not.toHaveAttribute('aria-invalid')
  server.answer({ [add]: car })
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('any other refusal is shown above the fields, once', async () => {
  const fields = [{ path: 'elsewhere', message: 'Not on the screen.' }]
  await open({ [add]: refusal('invalid', 'We cannot take this.', { fields }) })
  await fill()
  await save.click()
  const banner = page.getByRole('alert')
  await expect.element(banner).toMatchTextContent(/Not saved.*We cannot take this\./)
  await expect.element(make).toHaveValue('Honda')
  await make.fill('')
  await save.click()
  await expect.element(banner).not.toBeInTheDocument()
})

test('refusals of visible and invisible fields are each shown in their place', async () => {
  const [here, off] = ['No such model.', 'Not on the screen.']
  const fields = [
    { path: 'model', message: here },
    { path: 'elsewhere', message: off },
  ]
  await open({ [add]: refusal('invalid', here, { fields }) })
  await fill()
  await save.click()
  await expect.element(model).toHaveAccessibleDescription(here)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Not saved.*Not on the screen\./)
  expect(page.getByText(here).elements()).toHaveLength(1)
})

test('equal content is sent with the same key until it is answered', async () => {
  const { server } = await open({ [add]: unreachable })
  const keys = () => server.asked(add).map(({ idempotencyKey }) => idempotencyKey)
  await fill()
  await save.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await save.click()
  await expect.poll(() => keys().length).toBe(2)
  await model.fill('Civic')
  server.answer({ [add]: refusal('conflict', 'Taken.') })
  await save.click()
  await expect.element(page.getByText('Taken.')).toBeVisible()
  server.answer({ [add]: car })
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const [first, second, other, afterAnswer] = keys()
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(second).toBe(first)
  expect(new Set([first, other, afterAnswer]).size).toBe(3)
})

for (const way of ['Escape', 'Close', 'Cancel'] as const) {
  const leave = async () => {
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else await page.getByRole('button', { name: way }).click()
  }

  test(`${way} closes an unchanged form at once`, async () => {
    await open()
    await make.fill('Honda')
    await make.fill('')
    await leave()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })

  test(`${way} asks before discarding changes`, async () => {
    await open()
    await make.fill('Honda')
    await leave()
    await expect.element(question).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(make).toHaveValue('Honda')
    await leave()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  })
}

test('Escape declines the question, however often pressed', async () => {
  await open()
  await make.fill('Honda')
  for (let i = 0; i < 3; i += 1) {
    await userEvent.keyboard('{Escape}')
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(make).toBeVisible()
  }
  await expect.element(make).toHaveValue('Honda')
})
