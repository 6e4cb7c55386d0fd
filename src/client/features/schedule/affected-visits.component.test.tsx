import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '#client/testing/test-server.ts'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { AffectedVisit } from '#shared/contract/closures.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import BlockDialog from './block-dialog.tsx'
import { labelAt, slotLabels } from '#shared/rules/test-slots.ts'

const person = aPerson({ role: 'admin' })
const [visits, move] = [
  'GET /api/admin/block-range/visits',
  'POST /api/jobs/{id}/reschedule',
] as const
const date = '2026-11-24'
const touched = (id: string, number: string, slot: number): AffectedVisit => ({
  job: aJob({
    id,
    number,
    status: 'assigned',
    scheduledDate: date,
    scheduledTime: labelAt(slot),
  }),
  proposal: { scheduledDate: '2026-11-25', scheduledTime: labelAt(slot) },
})
const one = touched('11111111-1111-4111-8111-111111111111', 'FQ-1', 1)
const two = touched('22222222-2222-4222-8222-222222222222', 'FQ-2', 2)
const under = { ...touched('33333333-3333-4333-8333-333333333333', 'FQ-3', 3), proposal: null }

test('all are moved one by one, each with its outcome', async () => {
  let left = [one, two, under]
  const server = await showPage(
    <BlockDialog
      change={{ date, slot: null, block: true, open: slotLabels, affected: [] }}
      moveDialog={() => null}
      onMeanwhile={() => {}}
      onClose={() => {}}
    />,
    {
      person,
      answers: {
        [visits]: () => left,
        [move]: ({ params }) => {
          if (params.id === two.job.id)
            return refusal('conflict', 'This time is no longer available.')
          left = [two, under]
          return one.job
        },
      },
    },
  )
  await expect.element(page.getByText('No available time was found.')).toBeVisible()
  await page.getByRole('button', { name: 'Move all to the proposed times' }).click()
  await expect
    .element(page.getByText('✓ FQ-1: moved to Wed, Nov 25, 8:00 AM – 9:00 AM'))
    .toBeVisible()
  await expect
    .element(page.getByText(/✗ FQ-2.*: This time is no longer available\.$/))
    .toBeVisible()
  await expect.element(page.getByText('2 visits are booked and stay:')).toBeVisible()
  expect(server.server.asked(move).map(({ body }) => body)).toEqual([
    { ...one.proposal, seen: { scheduledDate: date, scheduledTime: labelAt(1) } },
    { ...two.proposal, seen: { scheduledDate: date, scheduledTime: labelAt(2) } },
  ])
})

test('the block waits for the moves, and failures after closing the dialog are reported', async () => {
  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  const Page = () => {
    const [open, setOpen] = useState(true)
    return open ? (
      <BlockDialog
        change={{ date, slot: null, block: true, open: slotLabels, affected: [] }}
        moveDialog={() => null}
        onMeanwhile={() => {}}
        onClose={() => setOpen(false)}
      />
    ) : null
  }
  const { server } = await showPage(<Page />, {
    person,
    answers: {
      [visits]: () => [
        one,
        { ...two, proposal: two.proposal && { ...two.proposal, technicianId: null } },
      ],
      [move]: async () => {
        await waits
        return refusal('conflict', 'This time is no longer available.')
      },
    },
  })
  await expect.element(page.getByText(/, unassigned$/)).toBeVisible()
  await page.getByRole('button', { name: 'Move all to the proposed times' }).click()
  const submit = page.getByRole('button', { name: 'Block Entire Day' })
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Cancel' }).click()
  answer()
  await expect.element(page.getByText('2 visits were not moved')).toBeVisible()
  expect(server.asked(move).at(-1)?.body).toMatchObject({ technicianId: null })
})

test('visits that could not be moved are listed in the dialog, with links', async () => {
  await showPage(
    <BlockDialog
      change={{ date, slot: null, block: true, open: slotLabels, affected: [] }}
      moveDialog={() => null}
      onMeanwhile={() => {}}
      onClose={() => {}}
    />,
    {
      person,
      answers: {
        [visits]: () => [one, two],
        [move]: () => refusal('conflict', 'This time is no longer available.'),
      },
    },
  )
  await page.getByRole('button', { name: 'Move all to the proposed times' }).click()
  const name = [one.job.number, one.job.customer.name].filter(Boolean).join(', ')
  await expect
    .element(
      page.getByRole('listitem').filter({ hasText: '✗' }).getByRole('link', { name }).first(),
    )
    .toHaveAttribute('href', officePaths.officeVisit(one.job.id))
  await expect.element(page.getByText(/This time is no longer available\.$/).first()).toBeVisible()
})
