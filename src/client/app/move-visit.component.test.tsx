import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { moveVisit } from './move-visit.tsx'

const move = 'POST /api/jobs/{id}/reschedule'
const job = aJob()
const words = 'The code SUMMER is not valid on that day. Without it the visit costs $129.99.'
const input = {
  params: { id: job.id },
  body: { scheduledDate: '2026-05-06', scheduledTime: job.scheduledTime as SlotLabel },
}

async function show(byOffice: boolean) {
  const shown = await showPage(null, {
    person: aPerson({ role: 'admin' }),
    answers: { [move]: refusal('conflict', words, { reason: 'promotion' }) },
  })
  const moved = moveVisit(input, { byOffice }).then(
    () => 'moved',
    () => 'refused',
  )
  await expect.element(page.getByText(words)).toBeVisible()
  return { ...shown, moved }
}

test.each([
  ['Keep the code', 'keep'],
  ['Move without the code', 'drop'],
])('a code that is not valid on the new day: %s', async (name, promotion) => {
  const { server, moved } = await show(true)
  server.answer({ [move]: job })
  await page.getByRole('button', { name }).click()
  expect(await moved).toBe('moved')
  expect(server.asked(move).at(-1)).toMatchObject({ body: { ...input.body, promotion } })
  await expect.element(page.getByText(words)).not.toBeInTheDocument()
})

test('a customer cannot keep the code, and choosing not to move sends nothing more', async () => {
  const { server, moved } = await show(false)
  await expect.element(page.getByRole('button', { name: 'Keep the code' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Don’t move it' }).click()
  expect(await moved).toBe('refused')
  expect(server.asked(move)).toHaveLength(1)
})

test('a customer reuses a code that is valid again on the new day', async () => {
  const again = 'The code SUMMER is valid on that day again. With it the visit costs $119.99.'
  const { server } = await showPage(null, {
    answers: { [move]: refusal('conflict', again, { reason: 'promotion', restores: true }) },
  })
  const moved = moveVisit(input, { byOffice: false })
  await expect.element(page.getByText(again)).toBeVisible()
  await expect.element(page.getByText('Keeping the code is recorded.')).not.toBeInTheDocument()
  server.answer({ [move]: job })
  await page.getByRole('button', { name: 'Use the code again' }).click()
  await moved
  expect(server.asked(move).at(-1)).toMatchObject({ body: { promotion: 'keep' } })
})

const travel = refusal('conflict', 'No technician can be there in time.', { reason: 'travel' })

test('the office moves a visit beyond the road, or keeps its time', async () => {
  const { server } = await showPage(null, { answers: { [move]: travel } })
  const left = moveVisit(input).catch(() => 'refused')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await left).toBe('refused')
  expect(server.asked(move)).toHaveLength(1)
  const moved = moveVisit(input)
  await expect.element(page.getByText('No technician can be there in time.')).toBeVisible()
  server.answer({ [move]: job })
  await page.getByRole('button', { name: 'Plan it anyway' }).click()
  await moved
  expect(server.asked(move).at(-1)).toMatchObject({ body: { ...input.body, beyondRoad: true } })
})

const code = refusal('conflict', words, { reason: 'promotion' })

test.each([
  ['the road and then the code', [travel, code]],
  ['the code and then the road', [code, travel]],
])('asks about %s, each once, and sends both answers', async (_, refusals) => {
  const left = [...refusals]
  const { server } = await showPage(null, { answers: { [move]: () => left.shift() ?? job } })
  const moved = moveVisit(input)
  for (const refused of refusals)
    await page
      .getByRole('button', { name: refused === code ? 'Keep the code' : 'Plan it anyway' })
      .click()
  await moved
  expect(server.asked(move)).toHaveLength(3)
  expect(server.asked(move).at(-1)?.body).toEqual({
    ...input.body,
    beyondRoad: true,
    promotion: 'keep',
  })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a question that was answered is not asked again', async () => {
  const { server } = await showPage(null, { answers: { [move]: travel } })
  const moved = moveVisit(input).catch(() => 'refused')
  await page.getByRole('button', { name: 'Plan it anyway' }).click()
  expect(await moved).toBe('refused')
  expect(server.asked(move)).toHaveLength(2)
})

test('a customer is not asked to go beyond the road', async () => {
  await showPage(null, { answers: { [move]: travel } })
  await expect(moveVisit(input, { byOffice: false })).rejects.toThrow('in time')
})
