import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { NextStepLine } from './next-step-line.tsx'

const technician = { id: 'sam', name: 'Sam Ortiz', phone: '' }
const withSam = {
  technicianId: 'sam',
  technician,
  status: 'assigned',
  paymentState: 'held',
} as const
const held = { paymentState: 'held' } as const
const due = { ...aJob().cost, due: '109.99' }

async function show(part: Partial<Job>) {
  const asked: string[] = []
  await showPage(
    <NextStepLine
      job={aJob(part)}
      onAssign={() => asked.push('assign')}
      onMove={() => asked.push('move')}
      onLink={() => asked.push('link')}
      confirm={<p>Confirm it</p>}
      feeDecision={<p>Decide it</p>}
    />,
    { person: aPerson({ role: 'admin' }), business: aBusiness() },
  )
  return asked
}

test.each<[string, Partial<Job>, string, string]>([
  ['No one is assigned', held, 'Assign', 'assign'],
  ['Its day has passed', { ...withSam, scheduledDate: '2026-05-01' }, 'Move it', 'move'],
  [
    'Not paid: $109.99',
    { status: 'completed', paymentState: 'balance_due', cost: due },
    'Copy the pay link',
    'link',
  ],
  ['No card yet: $129.99', { ...withSam, paymentState: 'none' }, 'Copy the link', 'link'],
])('%s has its action', async (words, part, label, done) => {
  const asked = await show(part)
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
  await page.getByRole('button', { name: label }).click()
  expect(asked).toEqual([done])
})

test.each<[string, Partial<Job>]>([
  ['All set: Sam Ortiz is coming', withSam],
  ['Sam Ortiz is at work', { ...withSam, status: 'in_progress' }],
  ['Confirm it', { ...held, needsConfirmation: true }],
  [
    'Decide it',
    { status: 'cancelled', feeDecision: { until: '2026-05-06T14:30:00.000Z', maxFee: '40.00' } },
  ],
])('%s', async (words, part) => {
  await show(part)
  await expect.element(page.getByText(words)).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
