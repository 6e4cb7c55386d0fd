import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { whileDown } from '#client/app/socket-state.ts'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { RecentMoves } from '#client/app/recent-moves.tsx'
import { useBusiness } from '#client/app/session.ts'
import { VisitsTable } from '#client/features/schedule/visits-table.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatDays } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

type Range = 'today' | 'tomorrow' | 'week'

export function ScheduleCard() {
  const { today } = useBusiness()
  const technicians = useCall('GET /api/admin/technicians')
  const [range, setRange] = useState<Range>('today')
  const date = range === 'tomorrow' ? addDays(today, 1) : today
  const labels = { today: t('Today'), tomorrow: t('Tomorrow'), week: t('Week') }
  return (
    <Card
      flush
      title={t('Schedule')}
      action={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <RecentMoves />
          <TextLink href={officePaths.scheduleOn(date)}>{t('Open the day board')}</TextLink>
        </span>
      }
    >
      <div className="[&_[role=tablist]]:px-3 [&_[role=tabpanel]]:pt-0">
        <Tabs
          label={t('Schedule')}
          value={range}
          onChange={setRange}
          tabs={(['today', 'tomorrow', 'week'] as const).map((id) => ({
            id,
            label: labels[id],
            content: <Visits range={id} technicians={technicians.data ?? []} />,
          }))}
        />
      </div>
    </Card>
  )
}

function Visits({ range, technicians }: { range: Range; technicians: readonly Technician[] }) {
  const { today } = useBusiness()
  const jobs = useCall(
    'GET /api/jobs/today',
    { query: { range } },
    { refetchInterval: whileDown(60_000) },
  )
  const table = (visits: readonly Job[] | undefined) => (
    <VisitsTable jobs={visits} technicians={technicians} withDay={range === 'week'} />
  )
  const list = (
    <List
      list={jobs}
      failed={t('The schedule could not be loaded')}
      loading={table(undefined)}
      empty={
        <EmptyState
          icon={<CalendarDays />}
          title={range === 'week' ? t('No visits in these seven days') : t('No visits')}
          text={t('Booked visits appear here, ready to be assigned.')}
          action={<LinkButton href={paths.schedule}>{t('Open the day board')}</LinkButton>}
        />
      }
    >
      {table}
    </List>
  )
  if (range !== 'week') return list
  return (
    <>
      <p className="px-4 pt-2 text-sm text-soft">
        {t('The next seven days: {days}', { days: formatDays(today, addDays(today, 6)) })}
      </p>
      {list}
    </>
  )
}
