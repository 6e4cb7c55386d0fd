import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#client/app/paths.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { JobStatusBadge } from '#client/features/jobs/job-status-badge.tsx'
import { BlockDialog, type BlockChange } from '#client/features/schedule/block-dialog.tsx'
import {
  affectedJobs,
  type Board,
  type BoardRow,
  buildBoard,
  isDayBlocked,
} from '#client/features/schedule/board.ts'
import { DayBoard } from '#client/features/schedule/day-board.tsx'
import { HowTo } from '#client/features/schedule/how-to.tsx'
import { useBlocks } from '#client/features/schedule/use-blocks.ts'
import { useChosenDate } from '#client/features/schedule/use-chosen-date.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Calendar } from '#client/ui/calendar.tsx'
import { Card } from '#client/ui/card.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { QuartStrip } from '#client/ui/quart-strip.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { addDays } from '#shared/rules/calendar.ts'
import { describeServiceDays, isServiceDay } from '#shared/rules/service-days.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

export default function Schedule() {
  const [date, setDate] = useChosenDate()
  const [change, setChange] = useState<BlockChange | null>(null)
  const blocks = useBlocks(() => setChange(null))
  const day = useDay(date)
  const board = day.board
  const blockSlot = (row: BoardRow) =>
    setChange({ date, slot: row.timeSlot, block: !row.isBlocked, affected: affectedJobs([row]) })
  const blockDay = (rows: BoardRow[]) =>
    setChange({ date, slot: null, block: !isDayBlocked(rows), affected: affectedJobs(rows) })
  const confirm = ({ slot, block }: BlockChange, reason: string) => {
    const body = { date, isBlocked: block, ...(reason && { reason }) }
    if (slot) blocks.slot.mutate({ body: { ...body, timeSlot: slot } })
    else blocks.day.mutate({ body })
  }
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
            loading={!day.failed}
            onDate={setDate}
            onBlockDay={blockDay}
          />
          <ClosedDay date={date} />
          {board?.columns.length === 1 && <NoTechnicians />}
          {day.failed ? (
            <ErrorState
              title={t('The day could not be loaded')}
              text={translate(day.failed.error?.message ?? '')}
              onRetry={day.retry}
              pending={day.failed.isFetching}
            />
          ) : board ? (
            <DayBoard
              board={board}
              technicians={day.technicians}
              renderBadge={(job) => <JobStatusBadge status={job.status} />}
              onBlock={blockSlot}
            />
          ) : (
            <Skeleton className="h-140 w-full rounded-card!" />
          )}
        </div>
        <aside className="flex flex-wrap gap-6 max-xl:order-last xl:w-86 xl:flex-col">
          <DayCalendar date={date} onDate={setDate} />
          <div className="min-w-72 flex-1">
            <HowTo />
          </div>
        </aside>
      </div>
      {change && (
        <BlockDialog
          change={change}
          pending={blocks.pending}
          onClose={() => setChange(null)}
          onConfirm={(reason) => confirm(change, reason)}
        />
      )}
    </div>
  )
}

/** The three lists a day's board is made of. */
function useDay(date: string) {
  const jobs = useCall('GET /api/admin/jobs', { query: { date } }, { staleTime: 0 })
  const blocks = useCall('GET /api/admin/blocked-slots', { query: { date } }, { staleTime: 0 })
  const technicians = useCall('GET /api/admin/technicians')
  const parts = [jobs, blocks, technicians]
  const failed = parts.find((part) => part.isError && !part.data)
  return {
    failed,
    retry: () => {
      for (const part of parts) if (part.isError) void part.refetch()
    },
    technicians: technicians.data ?? [],
    board:
      jobs.data && blocks.data && technicians.data
        ? buildBoard({
            jobs: jobs.data,
            blocks: blocks.data,
            technicians: technicians.data,
            unassigned: t('Unassigned'),
          })
        : undefined,
  }
}

interface DayHeadingProps {
  date: string
  board: Board | undefined
  loading: boolean
  onDate: (date: string) => void
  onBlockDay: (rows: BoardRow[]) => void
}

function DayHeading({ date, board, loading, onDate, onBlockDay }: DayHeadingProps) {
  const { today } = useBusiness()
  const visits = board?.rows.reduce((sum, row) => sum + row.jobs.length, 0)
  const blocked = board && isDayBlocked(board.rows)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex items-center gap-1">
        <IconButton
          icon={<ChevronLeft />}
          label={t('Previous day')}
          aria-disabled={date <= today || undefined}
          onClick={() => date > today && onDate(addDays(date, -1))}
          className="-ml-2.5"
        />
        <div className="min-w-44 text-center" aria-live="polite">
          <h2 className="text-lg">{formatDay(date, { long: true })}</h2>
          <p className="flex items-center justify-center gap-2 text-sm text-soft">
            <QuartStrip
              size="small"
              marks={
                board?.rows.map((row) =>
                  row.jobs.length > 0 ? 'filled' : row.isBlocked ? 'blocked' : 'free',
                ) ?? ['free', 'free', 'free', 'free', 'free']
              }
            />
            {visits === undefined
              ? loading && t('Loading')
              : plural(visits, { one: '{count} visit', other: '{count} visits' })}
          </p>
        </div>
        <IconButton
          icon={<ChevronRight />}
          label={t('Next day')}
          onClick={() => onDate(addDays(date, 1))}
        />
        {date !== today && (
          <Button size="small" variant="quiet" onClick={() => onDate(today)}>
            {t('Today')}
          </Button>
        )}
      </div>
      <Button
        disabledReason={!board && t('The day is not loaded yet')}
        onClick={() => board && onBlockDay(board.rows)}
      >
        {blocked ? t('Unblock Day') : t('Block Entire Day')}
      </Button>
    </div>
  )
}

function ClosedDay({ date }: { date: string }) {
  const { serviceDays } = useBusiness()
  if (isServiceDay(date, serviceDays)) return null
  return (
    <Banner tone="warning" title={t('Closed')}>
      {t('Customers cannot book this day. Service days: {days}.', {
        days: describeServiceDays(serviceDays),
      })}
    </Banner>
  )
}

function NoTechnicians() {
  return (
    <Banner
      title={t('No active technicians')}
      action={<LinkButton href={paths.technicians}>{t('Technicians')}</LinkButton>}
    >
      {t('Add or approve one, and visits can be assigned here.')}
    </Banner>
  )
}

const farthestAvailability = 99

function DayCalendar({ date, onDate }: { date: string; onDate: (date: string) => void }) {
  const { today, latestDate } = useBusiness()
  const limit = addDays(today, farthestAvailability)
  const to = latestDate < limit ? latestDate : limit
  const availability = useCall('GET /api/availability', { query: { from: today, to } })
  const busy = new Set(
    (availability.data ?? [])
      .filter((day) => day.slots.some((slot) => slot.status === 'full'))
      .map((day) => day.date),
  )
  return (
    <Card className="w-fit [&>div]:p-2.5!">
      <Calendar
        key={date.slice(0, 7)}
        label={t('Day to plan')}
        value={date}
        onChange={onDate}
        today={today}
        min={today}
        isMarked={(day) => busy.has(day)}
      />
    </Card>
  )
}
