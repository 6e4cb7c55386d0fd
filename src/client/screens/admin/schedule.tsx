import { type ReactNode, useMemo, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { RecentMoves } from '#client/app/recent-moves.tsx'
import { useSearchParam } from '#client/app/search-params.ts'
import { useBusiness } from '#client/app/session.ts'
import { FeedCard } from '#client/features/calendar/feed-card.tsx'
import type { BlockedRange } from '#client/features/schedule/affected-visits-query.ts'
import type { BlockChange } from '#client/features/schedule/block-dialog.tsx'
import {
  affectedJobs,
  buildBoard,
  isDayBlocked,
  type SlotRow,
} from '#client/features/schedule/board/board.ts'
import { DayBoard } from '#client/features/schedule/board/day-board.tsx'
import { DayMap } from '#client/features/schedule/board/day-map.tsx'
import { SlotRows } from '#client/features/schedule/board/slot-rows.tsx'
import { useMedia } from '#client/features/schedule/board/use-media.ts'
import { WeekBoard } from '#client/features/schedule/board/week-board.tsx'
import { ClosuresCard } from '#client/features/schedule/closures-card.tsx'
import { DayCalendar } from '#client/features/schedule/day-calendar.tsx'
import {
  DayHeading,
  ViewSwitch,
  WeekHeading,
} from '#client/features/schedule/schedule-headings.tsx'
import { ScheduleHelp, useKeysHelp } from '#client/features/schedule/schedule-help.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isLocalDate, startOfWeek } from '#shared/rules/calendar.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { describeOpening, isOpenDay } from '#shared/rules/weekly-hours.ts'
import { t } from '#shared/texts/t.ts'

const BlockDialog = lazyDialog(() => import('#client/features/schedule/block-dialog.tsx'))
const VisitsInBlockDialog = lazyDialog(
  () => import('#client/features/schedule/visits-in-block-dialog.tsx'),
)
const MoveDialog = lazyDialog(() => import('./office-reschedule-dialog.tsx'))

export default function Schedule() {
  const { today, uses } = useBusiness()
  const [requested, setDate] = useSearchParam('date')
  const [view] = useSearchParam('view')
  const date = isLocalDate(requested) && requested >= today ? requested : today
  const isWeek = view === 'week'
  const monday = startOfWeek(date)
  const keys = useKeysHelp()
  return (
    <Page
      wide
      title={t('Schedule Management')}
      back={{ href: paths.home, label: t('Dashboard') }}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          {uses.waitlist && <WaitlistLink />}
          <RecentMoves />
          <ViewSwitch date={date} isWeek={isWeek} />
        </span>
      }
    >
      {isWeek ? (
        <div className="space-y-4">
          <WeekHeading from={monday} onDate={setDate} />
          <WeekBoard from={monday} />
          <Around date={date} onDate={setDate} />
        </div>
      ) : (
        <DayView date={date} onDate={setDate} onKeys={keys.open} />
      )}
      {keys.help}
    </Page>
  )
}

/** Hidden while the waitlist is empty. */
function WaitlistLink() {
  const waiting = useCall('GET /api/admin/waitlist').data?.filter(({ outcome }) => !outcome)
  return waiting?.length ? (
    <LinkButton size="small" href={officePaths.waitlist}>
      {t('Waitlist ({count})', { count: waiting.length })}
    </LinkButton>
  ) : null
}

const openIn = (slots: readonly SlotRow[]) =>
  slots.filter(({ isBlocked }) => !isBlocked).map(({ timeSlot }) => timeSlot)

interface DayProps {
  date: string
  onDate: (date: string) => void
}

function DayView({ date, onDate, onKeys }: DayProps & { onKeys: () => void }) {
  const business = useBusiness()
  const { today } = business
  const [change, setChange] = useState<BlockChange | null>(null)
  const [left, setLeft] = useState<BlockedRange | null>(null)
  // Data of the day's board.
  const jobs = useCall('GET /api/admin/board', { query: { date } }, { staleTime: 0 })
  const days = useCall(
    'GET /api/admin/schedule',
    { query: { from: date, to: date } },
    { staleTime: 0 },
  )
  const technicians = useCall('GET /api/admin/technicians')
  const parts = [jobs, days, technicians] as const
  const board = useMemo(
    () =>
      jobs.data && days.data?.[0] && technicians.data
        ? buildBoard(date, jobs.data, days.data[0].slots, technicians.data)
        : undefined,
    [date, jobs.data, days.data, technicians.data],
  )
  const closed = !isOpenDay(date, business)
  // On a phone the board lists its times itself.
  const isWide = useMedia('(width >= 48rem)')
  const blockSlot = (slot: SlotRow) =>
    setChange({
      date,
      slot: slot.timeSlot,
      block: !slot.isBlocked,
      open: openIn([slot]),
      affected: affectedJobs([slot]),
    })
  const blockDay = (slots: readonly SlotRow[]) =>
    setChange({
      date,
      slot: null,
      block: !isDayBlocked(slots),
      open: openIn(slots),
      affected: affectedJobs(slots),
    })
  return (
    <div className="space-y-4">
      <DayHeading
        date={date}
        slots={board?.slots}
        loading={!parts.some((part) => part.isLoadingError)}
        onDate={onDate}
        onBlockDay={blockDay}
      />
      {closed && (
        <Banner tone="warning" title={t('Closed')}>
          {t('Customers cannot book this day. Service days: {days}.', {
            days: describeOpening(business),
          })}
        </Banner>
      )}
      {board?.rows.length === 1 && (
        <Banner
          title={t('No active technicians')}
          action={<LinkButton href={paths.technicians}>{t('Technicians')}</LinkButton>}
        >
          {t('Add or approve a technician to assign visits here.')}
        </Banner>
      )}
      <Loaded
        parts={parts}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={t('The day could not be loaded')}
      >
        {(visits, _days, people) =>
          board && (
            <DayBoard
              key={date}
              date={date}
              board={board}
              jobs={visits}
              technicians={people}
              onBlock={blockSlot}
              onKeys={onKeys}
              isToday={date === today}
            />
          )
        }
      </Loaded>
      <Around date={date} onDate={onDate}>
        {isWide && board && <SlotRows slots={board.slots} onBlock={blockSlot} />}
      </Around>
      {board && <DayMap board={board} date={date} />}
      {change && (
        <BlockDialog
          change={change}
          moveDialog={MoveDialog}
          onMeanwhile={setLeft}
          onClose={() => setChange(null)}
        />
      )}
      {left && (
        <VisitsInBlockDialog range={left} moveDialog={MoveDialog} onClose={() => setLeft(null)} />
      )}
    </div>
  )
}

/** Below the board: calendar, closures, printing and help. */
function Around({ date, onDate, children }: DayProps & { children?: ReactNode }) {
  const [left, setLeft] = useState<BlockedRange | null>(null)
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[auto_minmax(0,1fr)] xl:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
      <DayCalendar date={date} onDate={onDate} />
      <div className="space-y-4">
        {children}
        <LinkButton href={paths.daySheet(date)} wide>
          {t('Print day sheets')}
        </LinkButton>
        <FeedCard
          about={t('All visits in the calendar of your phone or computer, just for you.')}
        />
      </div>
      <div className="space-y-4 md:max-xl:col-span-2">
        <ClosuresCard date={date} moveDialog={MoveDialog} onVisits={setLeft} />
        <ScheduleHelp />
      </div>
      {left && (
        <VisitsInBlockDialog range={left} moveDialog={MoveDialog} onClose={() => setLeft(null)} />
      )}
    </div>
  )
}
