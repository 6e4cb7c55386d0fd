import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { refusal } from '#client/testing/test-server.ts'
import type { Closure } from '#shared/contract/closures.ts'
import { ClosuresCard } from './closures-card.tsx'
import { labelAt, slotLabels } from '#shared/rules/test-slots.ts'

const block = 'POST /api/admin/block-range'
const winter: Closure = {
  id: newId(),
  from: '2026-12-25',
  to: '2026-12-27',
  timeSlots: [...slotLabels],
  wholeDays: true,
  name: 'Winter break',
  reason: 'Family',
  openTimes: 1,
  except: [{ from: '2026-12-26', to: '2026-12-26', timeSlots: [labelAt(1)] }],
  version: 1,
}
const card = page.getByRole('region', { name: 'Upcoming closures' })
const opens = page.getByRole('region', { name: 'Times that open' })
const submit = page.getByRole('button', { name: 'Open these times' })

async function show(closures: Closure[], answer: Parameters<typeof showPage>[1] = {}) {
  const { server } = await showPage(
    <ClosuresCard date="2026-12-26" moveDialog={() => null} onVisits={() => {}} />,
    {
      person: aPerson({ role: 'admin' }),
      business: answer.business ?? aBusiness({ today: '2026-12-20' }),
      answers: {
        'GET /api/admin/closures': closures,
        'GET /api/admin/block-range/visits': [],
        [block]: { closure: null, visits: 0 },
        ...answer.answers,
      },
    },
  )
  return server
}

test('a closure shows which parts are open again', async () => {
  await show([winter])
  await expect
    .element(card.getByText('Fri, Dec 25 – Sun, Dec 27, except Sat, Dec 26, 8:00 AM'))
    .toBeVisible()
})

test('reopening a range first shows the affected times, and undo closes exactly those', async () => {
  const server = await show([winter])
  await card.getByRole('button', { name: 'Open days' }).click()
  await expect.element(opens.getByText('Winter break: Sat, Dec 26', { exact: true })).toBeVisible()
  await page.getByLabelText('Last day').fill('2026-12-27')
  await expect.element(opens.getByText('Winter break: Sat, Dec 26 – Sun, Dec 27')).toBeVisible()
  await page.getByLabelText('First day').fill('2026-12-20')
  await page.getByLabelText('Last day').fill('2026-12-24')
  await expect.element(opens.getByText('These times are already open.')).toBeVisible()
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabelText('Last day').fill('2026-12-26')
  await submit.click()
  await expect.element(page.getByText('Winter break: Fri, Dec 25 – Sat, Dec 26')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Closed again')).toBeVisible()
  expect(server.asked(block).map(({ body }) => body)).toEqual([
    { from: '2026-12-20', to: '2026-12-26', isBlocked: false },
    {
      from: '2026-12-25',
      to: '2026-12-26',
      name: 'Winter break',
      reason: 'Family',
      isBlocked: true,
    },
    { from: '2026-12-26', to: '2026-12-26', timeSlots: [labelAt(1)], isBlocked: false },
  ])
})

test('a refused reopening shows the reason', async () => {
  await show([winter], {
    answers: { [block]: refusal('invalid', 'Past dates can no longer be changed.') },
  })
  await card.getByRole('button', { name: 'Open days' }).click()
  await submit.click()
  await expect
    .element(page.getByText(/Past dates can no longer be changed\./).first())
    .toBeVisible()
})

test('without closures there is nothing to reopen', async () => {
  await show([])
  const open = card.getByRole('button', { name: 'Open days' })
  await expect.element(open).toHaveAttribute('aria-disabled', 'true')
  await expect.element(open).toHaveAccessibleDescription('Nothing is closed.')
})

test('the last day follows the first, and the toast names the days and undoes the closure', async () => {
  const made = { ...winter, id: newId(), from: '2026-12-31', to: '2026-12-31', name: 'New Year' }
  const remove = 'DELETE /api/admin/closures/{id}'
  const server = await show([winter], {
    answers: { [block]: { closure: made, visits: 0 }, [remove]: { success: true } },
  })
  await card.getByRole('button', { name: 'Close days' }).click()
  const [first, last] = [page.getByLabelText('First day'), page.getByLabelText('Last day')]
  await first.fill('2026-12-31')
  await expect.element(last).toHaveValue('2026-12-31')
  await last.fill('2027-01-02')
  await first.fill('2027-01-01')
  await expect.element(last).toHaveValue('2027-01-02')
  await first.fill('2027-01-05')
  await expect.element(last).toHaveValue('2027-01-05')
  await first.fill('2026-12-31')
  await expect.element(last).toHaveValue('2026-12-31')
  await page.getByRole('button', { name: 'Block these times' }).click()
  await expect.element(page.getByText('New Year · Thu, Dec 31')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => server.asked(remove)).toMatchObject([{ params: { id: made.id } }])
})

test('a closure that was opened again is closed again by undo, without its reopened parts', async () => {
  const remove = 'DELETE /api/admin/closures/{id}'
  const server = await show([winter], { answers: { [remove]: { success: true } } })
  await card.getByRole('button', { name: /^More for Winter break/ }).click()
  await page.getByRole('menuitem', { name: 'Open again' }).click()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect.element(page.getByText('Winter break · Fri, Dec 25 – Sun, Dec 27')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => server.asked(block).map(({ body }) => [body.from, body.to, body.isBlocked]))
    .toEqual([
      ['2026-12-25', '2026-12-27', true],
      ['2026-12-26', '2026-12-26', false],
    ])
})

test('over a change of the times of a day, each time shows its days, and times no day offers are left out', async () => {
  const business = aBusiness({
    today: '2026-12-20',
    slotTimes: {
      from: '2026-12-28',
      times: [
        ['08:00', '09:00'],
        ['16:30', '17:30'],
      ],
    },
    earlierSlotTimes: [
      {
        from: '2000-01-01',
        times: [
          ['08:00', '09:00'],
          ['16:00', '17:00'],
        ],
      },
    ],
    // Saturdays in the morning.
    weeklyHours: Array.from({ length: 7 }, (_, day) =>
      day === 5 ? ['08:00'] : ['08:00', '16:00', '16:30'],
    ),
  })
  const server = await show([], { business })
  await card.getByRole('button', { name: 'Close days' }).click()
  const times = page.getByRole('group', { name: 'Times' })
  const boxes = () =>
    times
      .getByRole('checkbox')
      .all()
      .map((box) => box.element().closest('label')?.textContent)
  await expect.poll(boxes).toEqual(['Whole days', '8:00 AM – 9:00 AM'])
  await page.getByLabelText('Last day').fill('2026-12-29')
  await expect
    .poll(boxes)
    .toEqual([
      'Whole days',
      '8:00 AM – 9:00 AM',
      '4:00 PM – 5:00 PMUntil Sun, Dec 27',
      '4:30 PM – 5:30 PMFrom Mon, Dec 28',
    ])
  await expect.element(times.getByText('The times of a day change on Mon, Dec 28.')).toBeVisible()
  await times.getByRole('checkbox', { name: /4:00 PM/ }).click()
  await page.getByLabelText('First day').fill('2026-12-28')
  await expect.poll(boxes).toEqual(['Whole days', '8:00 AM – 9:00 AM', '4:30 PM – 5:30 PM'])
  await page.getByRole('button', { name: 'Block these times' }).click()
  await expect
    .poll(() => server.asked(block)[0]?.body)
    .toMatchObject({ timeSlots: ['8:00 AM - 9:00 AM', '4:30 PM - 5:30 PM'] })
})
