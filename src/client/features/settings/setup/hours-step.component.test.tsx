import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { HoursStep, PricesStep } from './steps.tsx'

const put = 'PUT /api/admin/settings'
const settings = { ...defaultSettings, version: 4 }

test('a conflicting change is shown at its field, and overwritten by a second press', async () => {
  const onNext = vi.fn<() => void>()
  const message = 'Ada changed this to “America/Denver” at 9:12 AM. Save again to replace it.'
  const { server } = await showPage(
    <HoursStep onNext={onNext} confirmed={['hours']} visits={() => null} waitsFor={false} />,
    {
      answers: {
        'GET /api/admin/settings': settings,
        [put]: refusal('conflict', message, {
          reason: 'changed',
          version: 5,
          fields: [{ path: 'timeZone', message }],
        }),
      },
    },
  )
  const zone = page.getByLabelText('Time zone')
  await userEvent.selectOptions(zone, 'America/New_York')
  const save = page.getByRole('button', { name: 'Save and continue' })
  await save.click()
  await expect.element(zone).toHaveAccessibleDescription(message)
  expect(onNext).not.toHaveBeenCalled()
  server.answer({ [put]: { ...settings, timeZone: 'America/New_York', version: 6 } })
  await save.click()
  await expect.poll(() => onNext.mock.calls.length).toBe(1)
  expect(server.asked(put).map(({ ifMatch, body }) => [ifMatch, body])).toEqual([
    ['"4"', { timeZone: 'America/New_York', confirmedSteps: ['hours'] }],
    ['"5"', { timeZone: 'America/New_York', confirmedSteps: ['hours'] }],
  ])
})

test('confirmed prices include the settings seen', async () => {
  const onNext = vi.fn<() => void>()
  const { server } = await showPage(
    <PricesStep onNext={onNext} confirmed={['hours']} pricing={null} />,
    { answers: { 'GET /api/admin/settings': settings, [put]: settings } },
  )
  await expect.poll(() => server.asked('GET /api/admin/settings').length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'These prices are right' }).click()
  await expect.poll(() => onNext.mock.calls.length).toBe(1)
  expect(server.asked(put)[0]?.body).toEqual({ confirmedSteps: ['hours', 'prices'] })
})
