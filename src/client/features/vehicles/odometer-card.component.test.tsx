import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useCall } from '#client/app/queries.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { OdometerCard } from './odometer-card.tsx'

const add = 'POST /api/vehicles/{id}/odometer'
const list = 'GET /api/vehicles/{id}/odometer'
const vehicleId = '11111111-1111-4111-8111-111111111111'

function Odometer() {
  return (
    <OdometerCard vehicleId={vehicleId} readings={useCall(list, { params: { id: vehicleId } })} />
  )
}

test('a reading ten times the last one asks before it is saved', async () => {
  const before = { date: '2020-01-05', miles: 45_200, readBy: 'customer' as const }
  const { server } = await showPage(<Odometer />, {
    answers: {
      [list]: [before],
      [add]: refusal('conflict', 'Ten times as many.', { reason: 'confirm', before }),
    },
  })
  const miles = page.getByRole('textbox', { name: 'Odometer' })
  await miles.fill('460000')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Really 460,000 mi?')).toBeVisible()
  await expect.element(page.getByText(/It read 45,200 mi on Sun, Jan 5, 2020/)).toBeVisible()
  await page.getByRole('button', { name: 'Correct it' }).click()
  expect(server.asked(add)).toHaveLength(1)
  await miles.fill('460000')
  await userEvent.keyboard('{Enter}')
  const yes = page.getByRole('button', { name: 'Yes, 460,000 mi' })
  await expect.element(yes).toBeVisible()
  server.answer({ [add]: { ...before, miles: 460_000 } })
  await yes.click()
  await expect
    .poll(() => server.asked(add).at(-1)?.body)
    .toMatchObject({ miles: 460_000, confirmed: true })
})
