import { clsx } from 'clsx'
import { keepPreviousData } from '@tanstack/react-query'
import type { CSSProperties, KeyboardEvent } from 'react'
import { QuartStrip, type QuartMark } from '#client/brand/quart-strip.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Anchor } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ScheduleDay } from '#shared/contract/dispatch.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import type { SlotFacts } from './board.ts'

/** Seven days with each slot's load; current and future days link to their board. */
export function WeekBoard({ from }: { from: string }) {
  const week = useCall(
    'GET /api/admin/schedule',
    { query: { from, to: addDays(from, 6) } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  return (
    <Loaded
      parts={[week]}
      loading={<Skeleton className="h-110 w-full rounded-card!" />}
      failed={t('The week could not be loaded')}
    >
      {(days) => <Week days={days} />}
    </Loaded>
  )
}

function Week({ days }: { days: readonly ScheduleDay[] }) {
  const most = Math.max(...days.map(({ slots }) => slots.length))
  // In a week in which the times of a day change, each cell shows its own times.
  const [first, ...others] = days.map(({ slots }) => slots.map(({ timeSlot }) => timeSlot))
  const isMixed = others.some((labels) => String(labels) !== String(first))
  const columnHead = 'border-b border-l border-line px-3 py-2.5 text-left text-sm font-semibold'
  return (
    <div className="overflow-hidden rounded-card border border-line bg-card shadow-lift md:overflow-x-auto">
      {/* Explicit roles: phones render these as blocks, which drops the native ones. */}
      <table
        role="table"
        aria-label={t('Week board')}
        onKeyDown={moveFocus}
        style={{ '--times': most } as CSSProperties}
        className="w-full table-fixed border-separate border-spacing-0 max-md:block md:min-w-[calc(13rem+var(--times)*6.5rem)]"
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            <th
              role="columnheader"
              scope="col"
              className="w-52 border-b border-line px-4 py-2.5 text-left text-sm font-medium text-soft"
            >
              {t('Day')}
            </th>
            {isMixed ? (
              <th role="columnheader" scope="colgroup" colSpan={most} className={columnHead}>
                {t('Times')}
              </th>
            ) : (
              first?.map((timeSlot) => (
                <th key={timeSlot} role="columnheader" scope="col" className={columnHead}>
                  {formatSlotStart(timeSlot)}
                </th>
              ))
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {days.map((day) => (
            <DayRow key={day.date} day={day} columns={most} withTimes={isMixed} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayRowProps {
  day: ScheduleDay
  columns: number
  withTimes: boolean
}

function DayRow({ day, columns, withTimes }: DayRowProps) {
  const { today } = useBusiness()
  const { date, serviceDay, slots } = day
  const visits = slots.reduce((sum, { booked }) => sum + booked, 0)
  const unassigned = slots.reduce((sum, slot) => sum + slot.unassigned, 0)
  const requests = slots.reduce((sum, slot) => sum + slot.requests, 0)
  return (
    <tr
      role="row"
      className="group relative hover:bg-ink/4 has-focus-visible:bg-ink/4 max-md:block max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-0"
    >
      <th
        role="rowheader"
        scope="row"
        className="text-left font-normal max-md:block md:border-b md:border-line md:px-4 md:py-3 md:group-last:border-b-0"
      >
        {date < today ? (
          <span className="font-semibold text-soft">{formatDay(date)}</span>
        ) : (
          <Anchor
            href={officePaths.scheduleOn(date)}
            className="rounded-chip font-semibold no-underline after:absolute after:inset-0"
          >
            {formatDay(date)}
            {date === today && <span className="font-normal text-soft"> · {t('Today')}</span>}
          </Anchor>
        )}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-soft">
          <QuartStrip marks={slots.map(markOf)} />
          {!serviceDay && visits === 0
            ? t('Closed')
            : plural(visits, { one: '{count} visit', other: '{count} visits' })}
        </span>
        {unassigned > 0 && (
          <span className="block text-sm text-amber">{countUnassigned(unassigned)}</span>
        )}
        {requests > 0 && (
          <span className="block text-sm text-amber md:hidden">{countRequests(requests)}</span>
        )}
      </th>
      {slots.map((slot) => (
        <SlotCell key={slot.timeSlot} slot={slot} withTime={withTimes} />
      ))}
      {slots.length < columns && (
        <td
          role="cell"
          colSpan={columns - slots.length}
          className="border-b border-l border-line group-last:border-b-0 max-md:hidden"
        />
      )}
    </tr>
  )
}

/** Above this, seats show as a number only. */
const mostMarks = 12

function SlotCell({ slot, withTime }: { slot: SlotFacts; withTime: boolean }) {
  const { booked, capacity, unassigned, requests, isBlocked, blockedReason, status } = slot
  const isShut = status === 'closed' && booked === 0
  return (
    <td
      role="cell"
      className={clsx(
        'text-sm max-md:flex max-md:items-baseline max-md:gap-2 max-md:pt-1.5 md:border-b md:border-l md:border-line md:px-3 md:py-3 md:align-top md:group-last:border-b-0',
        (isShut || status === 'past') && 'text-soft',
        isShut && 'max-md:hidden',
      )}
    >
      <span
        className={clsx(
          'block w-22 flex-none font-medium whitespace-nowrap',
          !withTime && 'md:hidden',
        )}
      >
        {formatSlotStart(slot.timeSlot)}
      </span>
      <span className="flex flex-wrap items-center gap-x-2">
        {!isShut && capacity <= mostMarks && (
          <QuartStrip
            marks={Array.from({ length: Math.max(capacity, booked) }, (_, seat) =>
              seat < booked ? 'filled' : isBlocked ? 'blocked' : 'free',
            )}
          />
        )}
        {isShut ? t('Closed') : t('{booked} of {capacity}', { booked, capacity })}
      </span>
      {status === 'closed' && booked > 0 && <span className="block text-soft">{t('Closed')}</span>}
      {isBlocked && (
        <span className="block wrap-anywhere text-red">
          {blockedReason ? t('Blocked: {reason}', { reason: blockedReason }) : t('Blocked')}
        </span>
      )}
      {unassigned > 0 && <span className="block text-amber">{countUnassigned(unassigned)}</span>}
      {requests > 0 && <span className="block text-amber">{countRequests(requests)}</span>}
    </td>
  )
}

export const markOf = ({ booked, isBlocked, status }: SlotFacts): QuartMark =>
  booked > 0 ? 'filled' : isBlocked || status === 'closed' ? 'blocked' : 'free'

const countUnassigned = (count: number) =>
  plural(count, { one: '{count} unassigned', other: '{count} unassigned' })
const countRequests = (count: number) =>
  plural(count, { one: '{count} request', other: '{count} requests' })

/** Arrow keys move between days, as Tab does. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const days = [...event.currentTarget.querySelectorAll('a')]
  const next = days[days.findIndex((day) => day === document.activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
