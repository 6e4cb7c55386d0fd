import { Printer } from 'lucide-react'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { DaySheet } from '#client/features/schedule/technician-day-sheet.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { PageHeader } from '#client/ui/page.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

export default function DaySheetScreen() {
  return usePerson().role === 'admin' ? <OfficeSheets /> : <OwnSheet />
}

function useDate() {
  const { today } = useBusiness()
  const [requested, setDate] = useSearchParam('date')
  return [isLocalDate(requested) ? requested : today, setDate] as const
}

function OfficeSheets() {
  const [date, setDate] = useDate()
  const [chosen, setChosen] = useSearchParam('technicianId')
  const jobs = useCall('GET /api/admin/jobs', { query: { date } }, { staleTime: 0 })
  const technicians = useCall('GET /api/admin/technicians')
  const visits = jobs.data && liveJobs(jobs.data)
  const sheets = visits && sheetsOf(visits, technicians.data ?? [])
  const shown = sheets?.filter(({ id, jobs: own }) => (chosen ? id === chosen : own.length > 0))
  const unassigned = visits?.filter((job) => !job.technicianId).length ?? 0
  return (
    <Sheets
      date={date}
      onDate={setDate}
      back={{ href: officePaths.scheduleOn(date), label: t('Schedule') }}
      canPrint={Boolean(shown?.length)}
      controls={
        <Field label={t('Technician')}>
          <Select
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            options={[
              { value: '', label: t('All with visits') },
              ...(sheets ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      }
    >
      <Loaded
        parts={[jobs, technicians]}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={t('The day could not be loaded')}
      >
        {() => (
          <>
            {unassigned > 0 && (
              <Banner
                tone="warning"
                title={plural(unassigned, {
                  one: '{count} visit of this day has no technician yet',
                  other: '{count} visits of this day have no technician yet',
                })}
              >
                {t('These sheets show only assigned visits.')}
              </Banner>
            )}
            {shown?.length === 0 && <p className="text-soft">{t('No visits on this day.')}</p>}
            {shown?.map((sheet) => (
              <DaySheet key={sheet.id} date={date} name={sheet.name} jobs={sheet.jobs} />
            ))}
          </>
        )}
      </Loaded>
    </Sheets>
  )
}

function OwnSheet() {
  const person = usePerson()
  const [date, setDate] = useDate()
  const jobs = useCall('GET /api/jobs/technician')
  return (
    <Sheets
      date={date}
      onDate={setDate}
      back={{ href: paths.home, label: t('Home') }}
      canPrint={Boolean(jobs.data)}
    >
      <Loaded
        parts={[jobs]}
        loading={<Skeleton className="h-140 w-full rounded-card!" />}
        failed={t('Your visits could not be loaded')}
      >
        {(all) => (
          <DaySheet
            date={date}
            name={personName(person)}
            jobs={liveJobs(all).filter((job) => job.scheduledDate === date)}
          />
        )}
      </Loaded>
    </Sheets>
  )
}

interface SheetsProps {
  date: string
  onDate: (date: string) => void
  back: { href: string; label: string }
  canPrint: boolean
  controls?: React.ReactNode
  children: React.ReactNode
}

function Sheets({ date, onDate, back, canPrint, controls, children }: SheetsProps) {
  return (
    <div className="mx-auto max-w-220">
      <PageHeader
        title={t('Day sheet')}
        lede={formatDay(date, { long: true, year: true })}
        back={back}
        actions={
          <Button
            variant="primary"
            icon={<Printer />}
            disabledReason={!canPrint && t('There is nothing to print yet.')}
            onClick={() => print()}
          >
            {t('Print')}
          </Button>
        }
      />
      <div className="mb-6 grid grid-cols-1 gap-4 sm:grid-cols-2 print:hidden">
        <Field label={t('Day')}>
          <TextInput
            type="date"
            value={date}
            onChange={({ target }) => isLocalDate(target.value) && onDate(target.value)}
          />
        </Field>
        {controls}
      </div>
      <div className="space-y-6">{children}</div>
    </div>
  )
}

const liveJobs = (jobs: readonly Job[]) =>
  jobs
    .filter((job) => job.status !== 'cancelled' && !job.needsConfirmation)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))

type Person = Parameters<typeof personName>[0] & { id: string; status: string }

/** Active technicians, and others with a visit on that day. */
function sheetsOf(jobs: readonly Job[], technicians: readonly Person[]) {
  const known = technicians
    .filter(({ status }) => status === 'active')
    .map((person) => ({ id: person.id, name: personName(person) }))
  const others = jobs
    .flatMap(({ technician }) => technician ?? [])
    .filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
    .filter(({ id }) => !known.some((one) => one.id === id))
  return [...known, ...others].map(({ id, name }) => ({
    id,
    name: name || t('Technician'),
    jobs: jobs.filter((job) => job.technicianId === id),
  }))
}
