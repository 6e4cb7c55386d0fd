import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { page } from 'vitest/browser'
import { showPage } from '#client/testing/test-page.tsx'
import Unsubscribe from './unsubscribe.tsx'

test("a mail's link asks first, switches off, and on again", async () => {
  let wanted = true
  const answer = (now: boolean) => () => {
    wanted = now
    return { preference: 'appointmentReminders' as const, wanted }
  }
  const { server } = await showPage(<Route path="/unsubscribe/:token" component={Unsubscribe} />, {
    at: '/unsubscribe/secret',
    person: null,
    answers: {
      'GET /api/unsubscribe/{token}/preference': () => ({
        preference: 'appointmentReminders',
        wanted,
      }),
      'POST /api/unsubscribe/{token}': answer(false),
      'POST /api/unsubscribe/{token}/undo': answer(true),
    },
  })
  await expect.element(page.getByText(/You get reminders of your visits/)).toBeVisible()
  expect(server.asked('POST /api/unsubscribe/{token}')).toEqual([])
  await page.getByRole('button', { name: 'Switch them off' }).click()
  await expect
    .element(page.getByText(/You will no longer get reminders of your visits/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Switch them on again' }).click()
  await expect.element(page.getByRole('button', { name: 'Switch them off' })).toBeVisible()
})
