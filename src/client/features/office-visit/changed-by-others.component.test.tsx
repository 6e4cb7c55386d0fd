import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshThings } from '#client/app/queries.ts'
import { aHistoryEntry, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { ChangedByOthers } from './changed-by-others.tsx'

const route = 'GET /api/jobs/{id}/history'
const notice = page.getByRole('status').filter({ hasText: 'Changed while you were here' })
const by = (name: string) => ({ by: { role: 'admin', name } as const })

test("others' changes are shown with their name, until read", async () => {
  const old = aHistoryEntry({ title: 'Booked', ...by('Olga Office') })
  const { server } = await showPage(<ChangedByOthers jobId={newId()} />, {
    person: aPerson({ role: 'admin' }),
    answers: { [route]: [old] },
  })
  await expect.poll(() => server.asked(route).length).toBeGreaterThan(0)
  const own = aHistoryEntry({ title: 'Technician assigned', own: true, ...by('Dana Reyes') })
  const nobody = aHistoryEntry({ title: 'Reminder', by: { role: 'server', name: '' } })
  server.answer({ [route]: [nobody, own, old] })
  refreshThings(['jobs'])
  await expect.poll(() => server.asked(route).length).toBeGreaterThan(1)
  await expect.element(notice).not.toBeInTheDocument()

  const others = aHistoryEntry({
    title: 'Visit moved',
    lines: ['Now: Tuesday'],
    ...by('Olga Office'),
  })
  server.answer({ [route]: [others, nobody, own, old] })
  refreshThings(['jobs'])
  await expect.element(notice).toMatchTextContent(/Olga Office: Visit moved · Now: Tuesday/)
  await expect.element(page.getByText('Booked')).not.toBeInTheDocument()
  await expect.element(page.getByText('Technician assigned')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})
