import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { api } from '#client/app/call.ts'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { unreachable } from '#client/testing/test-server.ts'
import { ConversationControl } from '#client/features/conversation/conversation-control.tsx'
import { ConnectionBadge } from './device-notices.tsx'

const route = 'GET /api/technicians/me'
const person = aPerson({ role: 'technician' })

test('while the server is unreachable it shows offline, even if the browser is online', async () => {
  const job = aJob({ status: 'assigned', technicianId: person.id })
  await showPage(
    <>
      <ConnectionBadge />
      <ConversationControl job={job} announced={[]} />
    </>,
    { person, answers: { [route]: unreachable } },
  )
  await expect.element(page.getByText('Connecting')).toBeVisible()
  await expect(api(route)).rejects.toThrow('No connection')
  await expect.element(page.getByText('Offline')).toBeVisible()
  await page.getByRole('button', { name: 'Start Communication' }).click()
  await expect.element(page.getByText(/as soon as there is a signal/)).toBeVisible()
})
