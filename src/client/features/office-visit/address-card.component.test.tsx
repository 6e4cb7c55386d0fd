import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { AddressCard } from './facts-cards.tsx'

test("a note is labelled as the booking's, since the office may have written it", async () => {
  await showPage(
    <AddressCard job={aJob({ customerNotes: 'Called at nine' })} onEdit={() => undefined} />,
    {
      person: aPerson({ role: 'admin' }),
      answers: {
        'GET /api/admin/board': [],
        'GET /api/admin/positions': [],
        'GET /api/admin/map-tiles': { tiles: null },
      },
    },
  )
  await expect.element(page.getByText('Note with the booking')).toBeVisible()
})
