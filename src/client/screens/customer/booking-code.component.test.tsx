import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { bookingAnswers, home, nextStep, slot } from '#client/testing/test-booking.ts'
import { aJob, aVehicle } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import { promotionRefusals } from '#shared/rules/promotions.ts'
import Booking from './booking.tsx'

const book = 'POST /api/bookings'
const check = 'POST /api/promotions/check'
const spring = { code: 'SPRING', percent: 10, cap: null, off: null, visits: [true] }
const refused = (message: string) =>
  refusal('conflict', message, {
    reason: 'promotion',
    fields: [{ path: 'promotionCode', message }],
  })

const show = async (answers: Answers = {}) => {
  const shown = await showPage(<Booking />, {
    at: '/booking',
    answers: {
      ...bookingAnswers,
      'GET /api/vehicles': [aVehicle()],
      'GET /api/jobs/customer': [aJob({ serviceAddress: home })],
      [book]: [aJob()],
      [check]: spring,
      ...answers,
    },
  })
  await slot(/^9:30 AM/).click()
  await page.getByRole('button', { name: 'Have a code?' }).click()
  return shown
}
const field = page.getByLabelText(/Promotion code/)
const enter = async (code: string) => {
  await field.fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}
const booked = page.getByRole('heading', { name: "You're Booked!" })

test('a code shows its discount, and is booked with the shown price', async () => {
  const { server } = await show()
  await userEvent.type(field, 'spring{Enter}')
  await expect.element(page.getByText('Code SPRING')).toBeVisible()
  await expect.element(page.getByText('-$13.00')).toBeVisible()
  await expect.element(page.getByText('$116.99')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove the code SPRING' })).toHaveFocus()
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book)[0]?.body).toMatchObject({
    promotionCode: 'SPRING',
    visits: [{ seenPrice: '116.99' }],
  })
})

test('typing a code right after choosing a time keeps the focus', async () => {
  await show()
  await field.click()
  // Longer than the form's automatic step.
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(field).toHaveFocus()
})

test('an invalid code is reported at its field, and blocks booking', async () => {
  const { server } = await show({ [check]: refused(promotionRefusals.unknown) })
  await enter('a')
  await expect
    .element(field)
    .toHaveAccessibleDescription('Please enter 3 to 20 letters, digits or hyphens')
  expect(server.asked(check)).toEqual([])
  await enter('SPRIGN')
  await expect.element(field).toHaveAccessibleDescription(promotionRefusals.unknown)
  await expect.element(page.getByText('$129.99').first()).toBeVisible()
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book)[0]?.body).not.toHaveProperty('promotionCode')
})

test('a code used up in the meantime is reported, and the visit is booked without it', async () => {
  const { server } = await show({ [book]: refused(promotionRefusals.used_up) })
  await enter('SPRING')
  await expect.element(page.getByText('Code SPRING')).toBeVisible()
  server.answer({ [check]: refused(promotionRefusals.used_up) })
  await nextStep.click()
  await expect.element(field).toHaveAccessibleDescription(promotionRefusals.used_up)
  await expect.element(page.getByText('$129.99').first()).toBeVisible()
  await enter(' ')
  server.answer({ [book]: [aJob()] })
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book).map(({ body }) => body.visits[0]?.seenPrice)).toEqual([
    '116.99',
    '129.99',
  ])
})

test('a code can be removed', async () => {
  await show()
  await enter('SPRING')
  await page.getByRole('button', { name: 'Remove the code SPRING' }).click()
  await expect.element(page.getByText('Code SPRING')).not.toBeInTheDocument()
  await expect.element(page.getByText('$129.99').first()).toBeVisible()
})
