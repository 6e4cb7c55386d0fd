import { useState } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { brokenTimes, showPage } from '#client/testing/test-page.tsx'
import { aDay } from '#client/testing/test-data.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { setLanguage } from '#shared/texts/t.ts'
import { SlotPicker } from './slot-picker.tsx'
import type { BestTimes } from './use-open-days.ts'

const days = [
  aDay('2026-05-05', ['full', 'past', 'blocked']),
  aDay('2026-05-06'),
  aDay('2026-05-07', ['full', 'full', 'full', 'full', 'full']),
  aDay('2026-05-10', ['closed', 'closed', 'closed', 'closed', 'closed']),
]

interface PickerProps {
  days?: Day[]
  ownTimes?: SlotLabel[]
  error?: string
  bestTimes?: BestTimes
  takenDates?: string[]
  onAddress?: () => void
}

function Picker(props: PickerProps) {
  const [date, setDate] = useState<string | null>('2026-05-05')
  const [time, setTime] = useState<SlotLabel | null>(null)
  return (
    <>
      <SlotPicker
        days={props.days ?? days}
        date={date}
        time={time}
        nearbyDates={['2026-05-06']}
        ownTimes={props.ownTimes ?? []}
        onDate={(chosen) => {
          setDate(chosen)
          setTime(null)
        }}
        onTime={(chosen, on) => {
          setDate(on)
          setTime(chosen)
        }}
        onAddress={props.onAddress}
        takenDates={props.takenDates ?? []}
        {...(props.bestTimes && { bestTimes: props.bestTimes })}
        timeError={props.error}
      />
      <output>{`${date} ${time}`}</output>
    </>
  )
}

const radio = (name: string | RegExp) => page.getByRole('radio', { name })

test('a day and one of its free times are selected', async () => {
  await showPage(<Picker />)
  await expect.element(page.getByText('2 times available')).toBeVisible()
  await radio(/Wednesday, May 6/).click()
  await radio(/^1:00 PM/).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('2026-05-06 1:00 PM - 2:00 PM')
})

test('at 320 px times do not wrap, and keep their names', async () => {
  await page.viewport(320, 800)
  await showPage(<Picker />)
  await expect.element(radio('9:30 AM – 10:30 AM')).toBeVisible()
  expect(brokenTimes()).toEqual([])
})

test('at 390 px each time fits on one line in Spanish', async () => {
  onTestFinished(() => setLanguage('en'))
  await setLanguage('es', async () => ({ texts: {}, plurals: {} }))
  await page.viewport(390, 844)
  await showPage(
    <div className="px-4">
      <Picker />
    </div>,
  )
  await expect.element(radio(/^9:30/)).toBeVisible()
  const lines = [...document.querySelectorAll('label')].map((label) => {
    const ends = label.querySelectorAll('[id$=title] > span')
    return new Set([...ends].map((end) => Math.round(end.getBoundingClientRect().top))).size
  })
  expect(lines.filter((count) => count > 1)).toEqual([])
  expect(lines).toContain(1)
})

test('taken, past and blocked times are marked and cannot be selected', async () => {
  await showPage(<Picker />)
  const taken = radio(/^8:00 AM/)
  await expect.element(taken).toBeDisabled()
  await expect.element(taken).toHaveAccessibleDescription('Taken')
  await expect.element(radio(/^9:30 AM/)).toHaveAccessibleDescription('Not available')
  await expect.element(radio(/^1:00 PM/)).toHaveAccessibleDescription('Not available')
  await expect.element(radio(/^2:30 PM/)).toBeEnabled()
})

test('times missing on a shorter day are not shown', async () => {
  const shorter = ['open', 'full', 'closed', 'closed', 'closed'] as const
  await showPage(<Picker days={[aDay('2026-05-05', shorter), ...days.slice(1)]} />)
  const times = page.getByRole('group', { name: 'What time?' }).getByRole('radio')
  await expect.poll(() => times.elements().length).toBe(2)
  await expect.element(page.getByText('1 time available')).toBeVisible()
})

test('full and closed days stay in the strip, with the reason', async () => {
  await showPage(<Picker />)
  await expect.element(radio('Thursday, May 7, Fully booked')).toBeDisabled()
  await expect.element(radio('Sunday, May 10, Closed')).toBeDisabled()
})

test('days with a visit nearby are marked in words too', async () => {
  await showPage(<Picker />)
  await radio(
    /Wednesday, May 6, 5 times available: 8:00 AM, .*4:00 PM, We're nearby this day/,
  ).click()
  await expect.element(page.getByText("· We're nearby this day")).toBeVisible()
})

test('times near the address are marked, and those out of reach stay open to the office', async () => {
  const [first, second, third, ...rest] = aDay('2026-05-05').slots
  const slots = [first!, { ...second!, best: true }, { ...third!, outOfReach: true }, ...rest]
  await showPage(<Picker days={[{ ...aDay('2026-05-05'), slots }]} />)
  await expect.element(radio(/^9:30 AM/)).toHaveAccessibleDescription('We’re near you then')
  await expect
    .element(radio(/^1:00 PM/))
    .toHaveAccessibleDescription('No technician can be there in time')
  await expect.element(radio(/^8:00 AM/)).not.toHaveAccessibleDescription()
  await radio(/^1:00 PM/).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('2026-05-05 1:00 PM - 2:00 PM')
})

describe('the best times', () => {
  const withBest = (date: string, ...at: number[]) => ({
    ...aDay(date),
    slots: aDay(date).slots.map((slot, index) =>
      at.includes(index) ? { ...slot, best: true } : slot,
    ),
  })
  const known: BestTimes = { state: 'known', askAgain: () => {} }
  const bestDays = [withBest('2026-05-05', 1), withBest('2026-05-07', 0, 3)]
  const best = page.getByRole('group', { name: 'We’re near you at these times' })

  test('come before all others, and one press chooses day and time', async () => {
    await page.viewport(320, 800)
    await showPage(<Picker days={bestDays} bestTimes={known} />)
    await expect.poll(() => best.getByRole('radio').elements().length).toBe(3)
    const groups = page.getByRole('group').elements()
    expect(groups[0]).toBe(best.element())
    expect(brokenTimes()).toEqual([])
    await best.getByRole('radio', { name: /Thu, May 7, 2:30 PM – 3:30 PM/ }).click()
    await expect.element(page.getByRole('status')).toHaveTextContent('2026-05-07 2:30 PM - 3:30 PM')
    await expect.element(radio(/Thursday, May 7/)).toBeChecked()
    await expect.element(radio(/^2:30 PM/)).toBeChecked()
    await userEvent.keyboard('{ArrowDown}')
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('2026-05-05 9:30 AM - 10:30 AM')
    await radio(/^1:00 PM/).click()
    await expect.element(best.getByRole('radio', { checked: true })).not.toBeInTheDocument()
  })

  test('leave out those of another car of the booking and days on which the car has a visit', async () => {
    await showPage(
      <Picker
        days={bestDays}
        bestTimes={known}
        ownTimes={['9:30 AM - 10:30 AM']}
        takenDates={['2026-05-07']}
      />,
    )
    await expect.element(radio(/Tuesday, May 5/)).toBeVisible()
    await expect.element(best).not.toBeInTheDocument()
  })

  test('are announced while they are looked up', async () => {
    await showPage(<Picker days={days} bestTimes={{ ...known, state: 'loading' }} />)
    await expect.element(page.getByText('Looking for times when we’re near you')).toBeVisible()
    await expect.element(radio(/Tuesday, May 5/)).toBeVisible()
  })

  test('that could not be looked up are asked for again', async () => {
    const askAgain = vi.fn<() => void>()
    await showPage(<Picker days={days} bestTimes={{ state: 'failed', askAgain }} />)
    await expect.element(page.getByText('We could not look for times near you.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(askAgain).toHaveBeenCalledOnce()
    await expect.element(radio(/Tuesday, May 5/)).toBeVisible()
  })

  test('need an address first', async () => {
    const onAddress = vi.fn<() => void>()
    const bestTimes = { ...known, state: 'no address' } as const
    await showPage(<Picker days={days} bestTimes={bestTimes} onAddress={onAddress} />)
    await page.getByRole('button', { name: 'See times when we’re near you' }).click()
    expect(onAddress).toHaveBeenCalledOnce()
  })

  test.each(['off', 'known'] as const)('are not mentioned without any: %s', async (state) => {
    await showPage(<Picker days={days} bestTimes={{ ...known, state }} />)
    await expect.element(radio(/Tuesday, May 5/)).toBeVisible()
    await expect.element(page.getByText(/near you/)).not.toBeInTheDocument()
  })
})

test("the time of the booking's other car is taken for this one", async () => {
  await showPage(<Picker ownTimes={['2:30 PM - 3:30 PM']} />)
  await expect.element(radio(/^2:30 PM/)).toHaveAccessibleDescription('Your other car')
})

test('arrow keys move between available choices', async () => {
  await showPage(<Picker />)
  await radio(/Tuesday, May 5/).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(radio(/Wednesday, May 6/)).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(radio(/Tuesday, May 5/)).toBeChecked()
})

test('an error is shown at the times', async () => {
  await showPage(<Picker error="Please select a time" />)
  await expect
    .element(page.getByRole('group', { name: 'What time?' }))
    .toHaveAccessibleDescription('Please select a time')
})

test('without any free time it shows how to contact the business', async () => {
  const full = ['full', 'full', 'full', 'full', 'full'] as const
  await showPage(<Picker days={[aDay('2026-05-05', full), aDay('2026-05-06', full)]} />)
  await expect.element(page.getByText('No times available until Wed, May 6')).toBeVisible()
  await expect
    .element(page.getByText(/For a visit, please call us at \(555\) 010-0142\./))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Call us' })).toBeVisible()
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(page.getByText(/Fully booked/)).not.toBeInTheDocument()
})
