import { clear, createStore, keys } from 'idb-keyval'
import { expect, test } from 'vitest'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { emptyOutbox } from '#client/testing/test-outbox.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { unreachable } from '#client/testing/test-server.ts'

const person = aPerson({ role: 'technician' })
const job = aJob({ status: 'in_progress' })
const notes = 'PUT /api/jobs/{id}/notes'
const stored = () => keys(createStore('fivequart-outbox', 'entries'))

test('changes wiped from the storage under the open page are stored again, and sent once', async () => {
  await emptyOutbox()
  const { server } = await showPage(<p>Visit</p>, {
    person,
    answers: { [notes]: unreachable, 'GET /api/jobs/{id}': job },
  })
  await workOutbox.open(person.id)
  await workOutbox.add(job.id, { kind: 'notes', body: { technicianNotes: 'Plug worn' } })
  expect(await stored()).toHaveLength(1)
  await clear(createStore('fivequart-outbox', 'entries'))
  await workOutbox.reload()
  expect(await stored()).toHaveLength(1)
  expect(workOutbox.state.get().entries).toHaveLength(1)
  server.answer({ [notes]: job })
  await workOutbox.flush()
  expect(workOutbox.state.get().entries).toEqual([])
  expect(await stored()).toEqual([])
  await workOutbox.reload()
  expect(await stored()).toEqual([])
})
