import { Suspense } from 'react'
import { SlotTime, VisitTime } from '#client/app/visit-time.tsx'
import { QuartStrip } from '#client/brand/quart-strip.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { DateStrip } from '#client/ui/date-strip.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import type { Day } from '#shared/contract/booking.ts'
import type { SlotLabel, SlotStatus } from '#shared/rules/slots.ts'
import { formatSlotStart } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { type BestTimes, hasNoTimes, type OfferedDay } from './use-open-days.ts'
import type { VisitProps } from './use-booking.ts'

const NoTimes = lazyComponent(() => import('./no-times.tsx'))

interface SlotPickerProps {
  days: readonly OfferedDay[]
  date: string | null
  time: SlotLabel | null
  /** Dates with a visit nearby. */
  nearbyDates?: readonly string[]
  takenDates?: readonly string[]
  /** Times of the chosen day taken by this booking's other cars. */
  ownTimes: readonly SlotLabel[]
  /** Why those times can't be chosen, if not because of another car. */
  ownReason?: string
  onDate: (date: string) => void
  onTime: (time: SlotLabel, date: string) => void
  bestTimes?: BestTimes
  /** Asks for the address first, to find the best times. */
  onAddress?: (() => void) | undefined
  /** Shows later days; undefined at the end. */
  onLaterDays?: (() => void) | undefined
  dateError?: string | undefined
  timeError?: string | undefined
}

export function SlotPicker(props: SlotPickerProps) {
  const { days, date, time, ownTimes, onDate, onTime, onLaterDays, dateError, timeError } = props
  const { ownReason = t('Your other car'), nearbyDates = [], takenDates = [] } = props
  const { bestTimes, onAddress } = props
  const day = days.find((one) => one.date === date)
  const factsOf = (one: Day): Facts => ({
    nearby: one.open && (nearbyDates.includes(one.date) || one.slots.some(({ best }) => best)),
    taken: one.open && takenDates.includes(one.date),
  })
  if (hasNoTimes(days))
    return (
      <Suspense>
        <NoTimes days={days} onLaterDays={onLaterDays} />
      </Suspense>
    )
  return (
    <div className="space-y-5">
      {bestTimes && (
        <BestChoice
          {...bestTimes}
          options={days.flatMap((one) =>
            one.slots.flatMap(({ timeSlot, status, best }) =>
              best &&
              status === 'open' &&
              !factsOf(one).taken &&
              !(one.date === date && ownTimes.includes(timeSlot))
                ? { date: one.date, time: timeSlot }
                : [],
            ),
          )}
          value={time && `${date} ${time}`}
          onTime={onTime}
          onAddress={onAddress}
        />
      )}
      <DateStrip
        legend={t('Which day?')}
        days={days.map((one) => dateChoice(one, factsOf(one)))}
        value={date}
        onChange={onDate}
        error={dateError}
      />
      <div className="-mt-5 flex min-h-11 items-center gap-x-2">
        {day && <DayFacts day={day} {...factsOf(day)} />}
        {onLaterDays && (
          <QuietButton onClick={onLaterDays} className="-mr-3 ml-auto flex-none">
            {t('Show later days')}
          </QuietButton>
        )}
      </div>
      {day && (
        <RadioCards
          legend={t('What time?')}
          compact
          columns={3}
          value={time}
          onChange={(chosen) => onTime(chosen, day.date)}
          error={timeError}
          options={offeredOf(day, ownTimes).map(({ timeSlot, status, best, outOfReach }) => ({
            value: timeSlot,
            title: <SlotTime slot={timeSlot} />,
            description: outOfReach
              ? t('No technician can be there in time')
              : best && t('We’re near you then'),
            disabledReason: ownTimes.includes(timeSlot)
              ? ownReason
              : describeTaken(status) || (factsOf(day).taken && t('Not for this car')),
          }))}
        />
      )}
    </div>
  )
}

interface BestChoiceProps extends BestTimes, Pick<SlotPickerProps, 'onTime' | 'onAddress'> {
  options: readonly { date: string; time: SlotLabel }[]
  value: string | null
}

/** The best times, to choose with one tap, before all others; empty if there are none. */
function BestChoice({ state, askAgain, options, value, onTime, onAddress }: BestChoiceProps) {
  if (state === 'no address' && onAddress)
    return (
      <QuietButton onClick={onAddress} className="-ml-3">
        {t('See times when we’re near you')}
      </QuietButton>
    )
  if (state === 'failed')
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <span>{t('We could not look for times near you.')}</span>
        <QuietButton onClick={askAgain} className="-ml-3">
          {t('Try again')}
        </QuietButton>
      </p>
    )
  if (state === 'loading')
    return (
      <p role="status" className="text-sm text-soft">
        {t('Looking for times when we’re near you')}
      </p>
    )
  if (state !== 'known' || options.length === 0) return null
  return (
    <div data-best>
      <RadioCards
        legend={t('We’re near you at these times')}
        columns={3}
        value={value}
        onChange={(chosen) => {
          const best = options.find((one) => nameOf(one) === chosen)
          if (best) onTime(best.time, best.date)
        }}
        options={options.map((one) => ({
          value: nameOf(one),
          title: <VisitTime date={one.date} slot={one.time} />,
        }))}
      />
    </div>
  )
}

const nameOf = ({ date, time }: BestChoiceProps['options'][number]) => `${date} ${time}`

/** The day's times plus `ownTimes`; all of them if the day has closed since. */
const offeredOf = ({ slots }: OfferedDay, ownTimes: readonly SlotLabel[]) =>
  slots.every(({ status }) => status === 'closed')
    ? slots
    : slots.filter(({ status, timeSlot }) => status !== 'closed' || ownTimes.includes(timeSlot))

/** Details of an open day. */
type Facts = { nearby: boolean; taken: boolean }

/** Details of the chosen day; always rendered to keep the layout stable. */
function DayFacts({ day, nearby, taken }: Facts & { day: Day }) {
  return (
    <p className="min-w-0 text-sm leading-tight text-soft">
      {taken ? t('This car already has a visit that day. Choose another day.') : describeFree(day)}
      {nearby && !taken && (
        <span className="font-medium text-amber"> · {t("We're nearby this day")}</span>
      )}
    </p>
  )
}

const freeOf = ({ slots }: Day) => slots.filter((slot) => slot.status === 'open')

function describeFree(day: Day): string {
  return plural(freeOf(day).length, {
    one: '{count} time available',
    other: '{count} times available',
  })
}

/** For screen readers: '2 times available: 8:00 AM, 1:00 PM'. */
function nameFree(day: Day): string {
  const times = freeOf(day).map(({ timeSlot }) => formatSlotStart(timeSlot))
  return times.length > 0 ? `${describeFree(day)}: ${times.join(', ')}` : describeFree(day)
}

function dateChoice(day: Day, { nearby, taken }: Facts) {
  const free = taken ? t('This car already has a visit that day') : nameFree(day)
  return {
    date: day.date,
    mark: (
      <QuartStrip
        marks={day.slots.map(({ status }) =>
          status === 'full' ? 'filled' : status === 'open' && !taken ? 'free' : 'blocked',
        )}
      />
    ),
    detail: nearby && !taken ? `${free}, ${t("We're nearby this day")}` : free,
    flagged: nearby && !taken,
    disabledReason:
      !day.open &&
      (day.slots.some(({ status }) => status === 'full') ? t('Fully booked') : t('Closed')),
  }
}

const describeTaken = (status: SlotStatus) =>
  status !== 'open' && (status === 'full' ? t('Taken') : t('Not available'))

export function VisitSlot({ booking, visit }: VisitProps) {
  const { key, date, time } = visit
  const others = booking.visits.filter((one) => one.key !== key)
  return (
    <SlotPicker
      days={booking.offer.days}
      nearbyDates={booking.nearbyDates}
      takenDates={visit.takenDates}
      onLaterDays={booking.showLaterDays}
      date={date}
      time={time}
      // A booking's cars need different times.
      ownTimes={others.flatMap((one) => (one.date === date && one.time ? [one.time] : []))}
      onDate={(chosen) => booking.change(key, { date: chosen, time: null })}
      onTime={(chosen, on) => {
        booking.change(key, { date: on, time: chosen })
        booking.settle()
      }}
      bestTimes={booking.bestTimes}
      onAddress={booking.byOffice ? undefined : () => booking.show('address')}
      dateError={booking.problem('scheduledDate')}
      timeError={booking.problem('scheduledTime')}
    />
  )
}
