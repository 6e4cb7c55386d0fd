import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ByGuestLink } from '#client/app/guest-link.ts'
import { aDay, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { User } from '#shared/contract/accounts.ts'
import RescheduleDialog from './reschedule-dialog.tsx'
import { labelAt } from '#shared/rules/test-slots.ts'

const job = aJob({ status: 'assigned' })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const fees = { ...job.fees, cancelFee: '25.00', cancelFreeUntil: inHours(-1) }
const late = { ...job, startsAt: inHours(1), fees }
const inTime = { ...late, fees: { ...late.fees, cancelFreeUntil: '2999-01-01T00:00:00.000Z' } }
const office = aPerson({ role: 'admin' })

async function ask(moved: Job, person: User | null, guest = false) {
  const dialog = (
    <ByGuestLink value={guest ? 'the-secret' : null}>
      <RescheduleDialog job={moved} onClose={() => {}} />
    </ByGuestLink>
  )
  await showPage(dialog, {
    person,
    answers: { 'GET /api/availability': [aDay('2026-05-06'), aDay('2026-05-07')] },
  })
  await expect.element(page.getByRole('button', { name: 'Keep it' })).toBeVisible()
  return page.getByText(/^Cancelling this visit now costs \$25\.00, even after/)
}

test('a customer who moves late reads that the fee stays', async () => {
  await expect.element(await ask(late, aPerson())).toBeVisible()
})

test('so does a guest, even if a user is signed in in that browser', async () => {
  await expect.element(await ask(late, office, true)).toBeVisible()
})

test('a customer who moves early reads when cancelling costs a fee', async () => {
  await ask(inTime, aPerson())
  await expect
    .element(page.getByText('Cancelling less than 24 hours before the visit costs $25.00.'))
    .toBeVisible()
})

test.each([
  ['as due in good time', inTime, aPerson()],
  ['for the office', late, office],
  ['after no one came', { ...late, startsAt: inHours(-2) }, aPerson()],
])('no fee is mentioned %s', async (_, moved, person) => {
  await expect.element(await ask(moved, person)).not.toBeInTheDocument()
})

/** Chooses the time of another visit at the address. */
async function chooseTakenPlace(person: User) {
  const there = { ...job, id: crypto.randomUUID(), number: 'FQ-77', scheduledDate: '2026-05-06' }
  const { server } = await showPage(<RescheduleDialog job={job} onClose={() => {}} />, {
    person,
    answers: {
      'GET /api/availability': [aDay('2026-05-06')],
      'GET /api/admin/board': [{ ...there, scheduledTime: labelAt(4) }],
    },
  })
  await page.getByRole('radio', { name: /^2:30/ }).click()
  return { server, link: page.getByRole('link', { name: /^FQ-77/ }) }
}

test('the office is warned of another visit at the address and time', async () => {
  const { link } = await chooseTakenPlace(office)
  await expect.element(link).toBeVisible()
})

test('a customer learns nothing of other visits', async () => {
  const { server, link } = await chooseTakenPlace(aPerson())
  await expect.element(link).not.toBeInTheDocument()
  expect(server.asked('GET /api/admin/board')).toEqual([])
})
