import { useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useSearchParam } from '#client/app/use-search-param.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import type { BlockChange } from '#client/features/schedule/block-dialog.tsx'
import {
  affectedJobs,
  type BoardRow,
  buildBoard,
  isDayBlocked,
} from '#client/features/schedule/board.ts'
import { FeedCard } from '#client/features/calendar/feed-card.tsx'
import { ClosuresCard } from '#client/features/schedule/closures-card.tsx'
import { DayBoard } from '#client/features/schedule/day-board.tsx'
import { DayCalendar } from '#client/features/schedule/day-calendar.tsx'
import { DayHeading } from '#client/features/schedule/day-heading.tsx'
import { HowTo } from '#client/features/schedule/how-to.tsx'
import type { BlockedRange } from '#client/features/schedule/touched-query.ts'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { describeServiceDays, isServiceDay } from '#shared/rules/service-days.ts'
import { t } from '#shared/texts/t.ts'

const BlockDialog = lazyDialog(() => import('#client/features/schedule/block-dialog.tsx'))
const LeftVisitsDialog = lazyDialog(
  () => import('#client/features/schedule/left-visits-dialog.tsx'),
)
const MoveDialog = lazyDialog(() => import('#client/features/booking/reschedule-dialog.tsx'))

export default function Schedule() {
  const { today, serviceDays } = useBusiness()
  const [asked, setDate] = useSearchParam('date')
  const date = isLocalDate(asked) && asked >= today ? asked : today
  const [change, setChange] = useState<BlockChange | null>(null)
  const [left, setLeft] = useState<BlockedRange | null>(null)
  // The three lists a day's board is made of.
  const jobs = useCall('GET /api/admin/jobs', { query: { date } }, { staleTime: 0 })
  const blocks = useCall('GET /api/admin/blocked-slots', { query: { date } }, { staleTime: 0 })
  const technicians = useCall('GET /api/admin/technicians')
  const parts = [jobs, blocks, technicians] as const
  const board =
    jobs.data &&
    blocks.data &&
    technicians.data &&
    buildBoard(jobs.data, blocks.data, technicians.data)
  const closed = !isServiceDay(date, serviceDays)
  const blockSlot = (row: BoardRow) =>
    setChange({ date, slot: row.timeSlot, block: !row.isBlocked, affected: affectedJobs([row]) })
  const blockDay = (rows: BoardRow[]) =>
    setChange({ date, slot: null, block: !isDayBlocked(rows), affected: affectedJobs(rows) })
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Schedule Management')}
        back={{ href: paths.home, label: t('Dashboard') }}
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0 space-y-4">
          <DayHeading
            date={date}
            board={board}
            loading={!parts.some((part) => part.isLoadingError)}
            onDate={setDate}
            onBlockDay={blockDay}
          />
          {closed && (
            <Banner tone="warning" title={t('Closed')}>
              {t('Customers cannot book this day. Service days: {days}.', {
                days: describeServiceDays(serviceDays),
              })}
            </Banner>
          )}
          {board?.columns.length === 1 && (
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
            {(_jobs, _blocks, people) =>
              board && (
                <DayBoard board={board} technicians={people} onBlock={blockSlot} closed={closed} />
              )
            }
          </Loaded>
        </div>
        <aside className="flex flex-wrap gap-6 max-xl:order-last xl:w-86 xl:flex-col">
          <DayCalendar date={date} onDate={setDate} />
          <div className="min-w-72 flex-1 space-y-6">
            <ClosuresCard date={date} moveDialog={MoveDialog} onVisits={setLeft} />
            <LinkButton href={paths.daySheet(date)} wide>
              {t('Print day sheets')}
            </LinkButton>
            <FeedCard
              about={t('All visits in the calendar of your phone or computer, for you alone.')}
            />
            <HowTo />
          </div>
        </aside>
      </div>
      {change && (
        <BlockDialog
          change={change}
          moveDialog={MoveDialog}
          onMeanwhile={setLeft}
          onClose={() => setChange(null)}
        />
      )}
      {left && (
        <LeftVisitsDialog range={left} moveDialog={MoveDialog} onClose={() => setLeft(null)} />
      )}
    </div>
  )
}
