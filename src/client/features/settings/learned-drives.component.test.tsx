import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { LearnedDrives } from './learned-drives.tsx'

const learned = {
  drives: 84,
  needed: 30,
  estimate: 14,
  actual: 18,
  factor: 1.3,
  hours: [
    { isWeekend: false, hour: 17, drives: 31, factor: 1.62 },
    { isWeekend: true, hour: 9, drives: 30, factor: 0.9 },
  ],
  computedAt: '2026-11-23T15:00:00.000Z',
}
const show = (answer: object, isUsed = true) =>
  showPage(<LearnedDrives isUsed={isUsed} />, {
    answers: { 'GET /api/admin/drive-times': { ...learned, ...answer } },
  })
const words = (text: string) => page.getByText(text)

test('shows the evidence and the factor for each hour', async () => {
  await show({})
  await expect
    .element(
      words('From 84 drives in 180 days: a typical one was estimated at 14 minutes and took 18.'),
    )
    .toBeVisible()
  await expect.element(words('Drive times are multiplied by 1.3.')).toBeVisible()
  await expect.element(words('Weekdays from 5:00 PM: 1.62, by 31 drives')).toBeVisible()
  await expect.element(words('Weekends from 9:00 AM: 0.9, by 30 drives')).toBeVisible()
})

test('too few drives', async () => {
  await show({ drives: 1, estimate: 10, actual: 12, factor: 1, hours: [] })
  await expect
    .element(
      words('1 drive between two visits is known, of 30 needed. Estimates stay as they are.'),
    )
    .toBeVisible()
})

test('switched off', async () => {
  await show({}, false)
  await expect
    .element(words('Drive times are not corrected, because this is switched off.'))
    .toBeVisible()
  await expect.element(page.getByText(/Weekdays from/)).not.toBeInTheDocument()
})
