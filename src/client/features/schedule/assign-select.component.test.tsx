import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aJob, aTechnician, newId } from '#client/testing/test-data.ts'
import { personName } from '#client/app/person-name.ts'
import { RecentMoves, recordMove } from '#client/app/recent-moves.tsx'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { labelAt } from '#shared/rules/test-slots.ts'
import { AssignSelect } from './assign-select.tsx'

test('an unavailable technician is listed with the reason, and cannot be selected', async () => {
  const job = aJob({ technicianId: null, technician: null, status: 'scheduled' })
  const { scheduledDate: day } = job
  const technicians = [
    aTechnician({ id: 'free', firstName: 'Ann', lastName: 'Free' }),
    aTechnician({ id: 'busy', firstName: 'Ben', lastName: 'Busy' }),
    aTechnician({
      id: 'off',
      firstName: 'Cem',
      lastName: 'Off',
      daysOff: [{ id: 'd', from: day, to: day, reason: '' }],
    }),
  ]
  const other = aJob({ id: 'other', technicianId: 'busy', status: 'assigned' })
  await showPage(<AssignSelect job={job} technicians={technicians} jobs={[job, other]} />, {})
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  await expect.element(option('Ann Free')).toBeEnabled()
  await expect.element(option('Ben Busy already has a visit at that time.')).toBeDisabled()
  await expect.element(option(/^Cem Off is off on /)).toBeDisabled()
})

test('a technician who cannot be there in time comes after the others with the reason, and can be chosen', async () => {
  const [here, away] = [30.274_711, 30.574_711].map((latitude) => ({
    latitude,
    longitude: -97.740_38,
  }))
  const at = (time: number) => ({ scheduledTime: labelAt(time) })
  const job = aJob({
    ...at(2),
    technicianId: null,
    technician: null,
    status: 'scheduled',
    coordinates: here ?? null,
  })
  const far = aJob({
    ...at(1),
    id: 'far',
    technicianId: 'ben',
    status: 'assigned',
    coordinates: away ?? null,
  })
  const technicians = [
    aTechnician({ id: 'ben', firstName: 'Ben', lastName: 'Far' }),
    aTechnician({ id: 'ann', firstName: 'Ann', lastName: 'Near' }),
  ]
  await showPage(<AssignSelect job={job} technicians={technicians} jobs={[job, far]} />, {})
  const late = page.getByRole('option', { name: /^Ben Far cannot get there in time/ })
  await expect.element(late).toBeEnabled()
  const names = page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)
  expect(names.slice(0, 2)).toEqual(['Unassigned', 'Ann Near'])
})

const assign = 'POST /api/jobs/{id}/assign'
const ann = aTechnician({ id: newId(), firstName: 'Ann', lastName: 'Free' })
const ben = aTechnician({ id: newId(), firstName: 'Ben', lastName: 'Busy' })
const unassigned = () => aJob({ technicianId: null, technician: null, status: 'scheduled' })
const given = (job: Job, technician: Technician | null): Job => ({
  ...job,
  technicianId: technician?.id ?? null,
  technician: technician && { id: technician.id, name: personName(technician), phone: '' },
  status: technician ? 'assigned' : 'scheduled',
})
const select = (job: Job) => page.getByLabelText(`Technician for ${job.number}`)

test('arrow keys only choose; the confirmed technician gets the visit, and undo takes it back', async () => {
  const job = unassigned()
  const { server } = await showPage(
    <AssignSelect job={job} technicians={[ann, ben]} jobs={[job]} />,
    { answers: { [assign]: given(job, ben), 'POST /api/jobs/{id}/reschedule': job } },
  )
  await userEvent.selectOptions(select(job), 'Ann Free')
  await userEvent.selectOptions(select(job), 'Ben Busy')
  expect(server.asked(assign)).toEqual([])
  await page.getByRole('button', { name: `Give ${job.number} to Ben Busy` }).click()
  await expect.element(page.getByText(`${job.number} is given to Ben Busy`).first()).toBeVisible()
  expect(server.asked(assign).map(({ body }) => body)).toMatchObject([{ technicianId: ben.id }])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect
    .poll(() => server.asked(assign).at(-1)?.body)
    .toMatchObject({ technicianId: null, seen: { technicianId: ben.id } })
})

test('a choice lapses with a word when someone else assigns the visit in the meantime', async () => {
  const job = unassigned()
  const shown = createStore(job)
  const Shown = () => <AssignSelect job={useStore(shown)} technicians={[ann, ben]} jobs={[job]} />
  const { server } = await showPage(<Shown />)
  await userEvent.selectOptions(select(job), 'Ann Free')
  shown.set(given(job, ben))
  await expect.element(page.getByText(/^Someone assigned or moved this visit/)).toBeVisible()
  await expect.element(select(job)).toHaveValue(ben.id)
  await expect.element(page.getByRole('button', { name: /^Give/ })).not.toBeInTheDocument()
  await userEvent.selectOptions(select(job), 'Ann Free')
  await expect.element(page.getByText(/^Someone assigned or moved/)).not.toBeInTheDocument()
  expect(server.asked(assign)).toEqual([])
})

test('keeping the technician sends nothing and returns the focus', async () => {
  const job = given(unassigned(), ann)
  const { server } = await showPage(
    <AssignSelect job={job} technicians={[ann, ben]} jobs={[job]} />,
  )
  await userEvent.selectOptions(select(job), 'Unassigned')
  await expect.element(page.getByRole('button', { name: `Unassign ${job.number}` })).toBeVisible()
  await page.getByRole('button', { name: /^Keep the technician/ }).click()
  await expect.element(select(job)).toHaveValue(ann.id)
  await expect.element(select(job)).toHaveFocus()
  expect(server.asked(assign)).toEqual([])
})

test('each of several moves can be undone, of one visit the latest first', async () => {
  const one = { ...unassigned(), id: newId(), number: 'FQ-2001' }
  const other = { ...unassigned(), id: newId(), number: 'FQ-2002' }
  const { server } = await showPage(<RecentMoves />, { answers: { [assign]: one } })
  recordMove(one, given(one, ann))
  recordMove(other, given(other, ann))
  recordMove(given(one, ann), given(one, ben))
  const item = (name: string) => page.getByRole('menuitem', { name })
  const open = () => page.getByRole('button', { name: 'Recent moves' }).click()
  await open()
  await expect.element(item(`Undo ${one.number}: back to Ann Free`)).toBeVisible()
  await expect.element(item(`Undo ${one.number}: back to Unassigned`)).not.toBeInTheDocument()
  await item(`Undo ${other.number}: back to Unassigned`).click()
  await expect.poll(() => server.asked(assign)).toMatchObject([{ params: { id: other.id } }])
  await open()
  await item(`Undo ${one.number}: back to Ann Free`).click()
  await open()
  await item(`Undo ${one.number}: back to Unassigned`).click()
  await expect
    .poll(() => server.asked(assign).map(({ body }) => body))
    .toMatchObject([
      { technicianId: null },
      { technicianId: ann.id, seen: { technicianId: ben.id } },
      { technicianId: null, seen: { technicianId: ann.id } },
    ])
})

test.each(['travel', 'far', 'long'])(
  'too %s a drive: the office may give it anyway',
  async (why) => {
    const job = unassigned()
    const words = 'Ann Free cannot get there in time.'
    const { server } = await showPage(<AssignSelect job={job} technicians={[ann]} jobs={[job]} />, {
      answers: {
        [assign]: refusal('conflict', words, { reason: 'technician', refusal: { reason: why } }),
      },
    })
    await userEvent.selectOptions(select(job), 'Ann Free')
    await page.getByRole('button', { name: `Give ${job.number} to Ann Free` }).click()
    await expect.element(page.getByText(words)).toBeVisible()
    server.answer({ [assign]: given(job, ann) })
    await page.getByRole('button', { name: 'Plan it anyway' }).click()
    await expect
      .poll(() => server.asked(assign).at(-1)?.body)
      .toMatchObject({ technicianId: ann.id, beyondRoad: true })
  },
)

test('a technician who has another visit then is not a question of the road', async () => {
  const job = unassigned()
  const words = 'This technician already has a visit at that time.'
  const details = { reason: 'technician', refusal: { reason: 'busy' } }
  await showPage(<AssignSelect job={job} technicians={[ann]} jobs={[job]} />, {
    answers: { [assign]: refusal('conflict', words, details) },
  })
  await userEvent.selectOptions(select(job), 'Ann Free')
  await page.getByRole('button', { name: `Give ${job.number} to Ann Free` }).click()
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Plan it anyway' })).not.toBeInTheDocument()
})
