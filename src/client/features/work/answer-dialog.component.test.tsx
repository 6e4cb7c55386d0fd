import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { aJob, anApproval, anExtra, aPerson, newId } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import { ChargesCard } from './charges-card.tsx'
import { WorkBar } from './work-bar.tsx'

const extras = 'GET /api/jobs/{id}/extras'
const answer = 'POST /api/estimates/{id}/answer'
const completion = 'PATCH /api/jobs/{id}/status'
const person = aPerson({ role: 'technician' })
const estimateId = newId()
const salesTax = { rate: '8.25', amount: '10.72', taxable: '129.99', onExtras: true }
const plain = aJob({ status: 'in_progress', technicianId: person.id })
const job = { ...plain, cost: { ...plain.cost, salesTax } }
const asked = { approval: 'waiting', offered: true, estimateId, taxRate: '8.25' } as const
const wipers = anExtra({
  ...asked,
  description: 'Wipers',
  unitPrice: 20,
  totalPrice: 40,
  quantity: 2,
})
const filter = anExtra({
  ...asked,
  description: 'Cabin filter',
  unitPrice: 49.99,
  totalPrice: 49.99,
})

beforeEach(emptyOutbox)

const base = {
  'GET /api/addon-services': [],
  'GET /api/jobs/{id}': job,
  [extras]: [wipers, filter],
}
const show = async (answers: Answers) => {
  await workOutbox.open(person.id)
  return showPage(<ChargesCard job={job} locked={false} />, {
    person,
    answers: { ...base, ...answers },
  })
}
const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Save the answer' })

/** Draws a line across the canvas, as a finger does. */
function draw(from: [number, number], to: [number, number]): void {
  const canvas = dialog.getByRole('img', { name: 'Sign here' }).element()
  const { left, top } = canvas.getBoundingClientRect()
  const at = (type: string, [x, y]: [number, number], on: EventTarget) =>
    on.dispatchEvent(
      new PointerEvent(type, {
        clientX: left + x,
        clientY: top + y,
        pointerId: 1,
        isPrimary: true,
        buttons: type === 'pointerup' ? 0 : 1,
        pressure: 0.5,
        bubbles: true,
        cancelable: true,
      }),
    )
  at('pointerdown', from, canvas)
  at('pointermove', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], canvas)
  at('pointermove', to, canvas)
  at('pointerup', to, canvas)
}

test('a signature answers each line, and a blank one is refused', async () => {
  const { server } = await show({ [answer]: anApproval() })
  await page.getByRole('button', { name: 'Sign here' }).click()
  await expect.element(dialog).toMatchTextContent(/Total with sales tax ?\$97\.42/)
  await expect.element(save).toHaveAccessibleDescription('Please sign in the box first.')
  draw([20, 20], [30, 20])
  await expect.element(save).toHaveAccessibleDescription('Please sign in the box first.')
  draw([20, 30], [180, 60])
  await expect.element(save).not.toHaveAttribute('aria-disabled')
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect.element(save).toHaveAttribute('aria-disabled')
  draw([20, 30], [180, 60])

  await dialog.getByRole('radio', { name: 'Decline' }).nth(1).click()
  const words = 'I approve the charges marked as approved: $43.30 in all.'
  await expect.element(dialog.getByText(words)).toBeVisible()
  await expect.element(dialog.getByLabelText('Name of who signs')).toHaveValue('Dana Reyes')
  await save.click()
  await expect.poll(() => server.asked(answer)).toHaveLength(1)
  const { params, body } = server.asked(answer)[0] ?? {}
  expect(params).toEqual({ id: estimateId })
  expect(body).toMatchObject({
    approved: [wipers.id],
    declined: [filter.id],
    method: 'signature',
    person: 'Dana Reyes',
    seen: [
      { id: wipers.id, description: 'Wipers', quantity: 2, totalPrice: 40 },
      { id: filter.id },
    ],
  })
  expect(body?.signature?.strokes).toHaveLength(1)
})

test('strokes keep their shape when the screen turns', async () => {
  await page.viewport(390, 844)
  const { server } = await show({ [answer]: anApproval() })
  await page.getByRole('button', { name: 'Sign here' }).click()
  await expect.element(save).toBeVisible()
  draw([20, 30], [180, 60])
  await expect.element(save).not.toHaveAttribute('aria-disabled')
  const canvas = dialog.getByRole('img', { name: 'Sign here' }).element() as HTMLCanvasElement
  const { clientWidth: before } = canvas
  await page.viewport(340, 844)
  await expect.poll(() => canvas.clientWidth).toBeLessThan(before)
  await expect.poll(() => canvas.width).toBe(Math.round(canvas.clientWidth * devicePixelRatio))
  const width = canvas.clientWidth
  await save.click()
  await expect.poll(() => server.asked(answer)).toHaveLength(1)
  const { signature } = server.asked(answer)[0]?.body ?? {}
  expect(signature?.width).toBe(width)
  expect(signature?.strokes[0]?.[0]?.x).toBeCloseTo((20 * width) / before, 0)
  await page.viewport(414, 896)
})

test('a call is recorded with name, number and words, and charged at once without a network', async () => {
  const { server } = await show({ [answer]: unreachable })
  await page.getByRole('button', { name: 'Record a call' }).click()
  await expect
    .element(dialog.getByLabelText(/Number they spoke from/))
    .toHaveValue('(555) 010-0143')
  await dialog.getByLabelText(/What they said/).fill('Go ahead')
  await save.click()
  await expect.element(page.getByText('Saved on this device')).toBeVisible()
  await expect.element(page.getByText('Approved').first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Record a call' })).not.toBeInTheDocument()
  expect(server.asked(answer)[0]?.body).toMatchObject({
    method: 'phone',
    said: 'Go ahead',
    approved: [wipers.id, filter.id],
  })
})

test('lines answered by link in the meantime need no other answer', async () => {
  const { server } = await show({
    [answer]: refusal('conflict', 'This has already been decided.'),
  })
  await page.getByRole('button', { name: 'Record a call' }).click()
  await expect.element(save).toBeVisible()
  const approved = { approval: 'approved' as const }
  server.answer({
    [extras]: [
      { ...wipers, ...approved },
      { ...filter, ...approved },
    ],
  })
  await save.click()
  await expect.element(page.getByText(/This has already been decided/)).toBeVisible()
  await expect.element(dialog).toMatchTextContent('Nothing waits for an answer')
})

test('completing lists lines that wait, and leaves them out on purpose', async () => {
  const { server } = await showPage(<WorkBar job={job} unsavedNotes="" />, {
    person,
    answers: { ...base, [completion]: { ...job, status: 'completed' } },
  })
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  await expect.element(dialog).toMatchTextContent(/2 extras still wait.*Wipers, \$40\.00/)
  await expect.element(dialog.getByRole('button', { name: 'Sign here' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave out and complete' }).click()
  await expect
    .poll(() => server.asked(completion)[0]?.body)
    .toEqual({ status: 'completed', leaveOut: [wipers.id, filter.id] })
})

test('a line that this device did not know about is listed after the refusal', async () => {
  const { server } = await showPage(<WorkBar job={job} unsavedNotes="" />, {
    person,
    answers: {
      ...base,
      [extras]: [],
      [completion]: refusal('conflict', 'The customer has not answered: Wipers.', {
        reason: 'estimate',
        lines: [wipers.id],
      }),
    },
  })
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  server.answer({ [extras]: [wipers] })
  await dialog.getByRole('button', { name: 'Complete & charge' }).click()
  await expect.element(page.getByText(/The customer has not answered: Wipers/)).toBeVisible()
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Leave out and complete' })).toBeVisible()
})
