import { optionsOf } from '#client/ui/select.tsx'
import { ClearFilters, DateFilters, FilterSelect } from '#client/app/list/filters.tsx'
import type { ListColumn } from '#client/app/list/list-table.tsx'
import { useCall } from '#client/app/queries.ts'
import { aDate, anId, oneOf, useFilters } from '#client/app/search-params.ts'
import { TextLink } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { auditSubjectLabels, auditSubjects } from '#shared/rules/audit.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

type AuditColumn = ListColumn<'GET /api/admin/audit'>

export function auditColumns(timeZone: string): AuditColumn[] {
  return [
    {
      key: 'at',
      short: 'plain',
      header: t('When'),
      className: 'md:whitespace-nowrap',
      sortBy: ({ at }) => at,
      cell: ({ at }) => <time dateTime={at}>{formatInstant(at, timeZone, { year: true })}</time>,
    },
    {
      key: 'who',
      short: 'plain',
      header: t('Who'),
      className: 'md:min-w-28',
      cell: ({ by }) => (
        <span className="wrap-break-word">
          {by ? by.name || t('A deleted account') : t('Automatic')}
        </span>
      ),
    },
    {
      key: 'what',
      header: t('What'),
      main: true,
      className: 'md:min-w-52',
      cell: ({ title, lines, comment, about }) => (
        <>
          <span className="block font-medium">{title}</span>
          <span className="block text-sm font-normal wrap-anywhere text-soft">
            {[translate(auditSubjectLabels[about]), ...lines].join(' · ')}
          </span>
          {comment && <span className="block text-sm font-normal wrap-anywhere">“{comment}”</span>}
        </>
      ),
    },
    {
      key: 'amount',
      short: true,
      header: t('Amount'),
      align: 'end',
      cell: ({ amount }) => amount && <Money amount={amount} />,
    },
    {
      key: 'about',
      short: 'plain',
      header: t('About'),
      className: 'md:min-w-32',
      cell: (entry) => <About entry={entry} />,
    },
  ]
}

function About({ entry: { job, person, about, messageId, day } }: { entry: AuditEntry }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 wrap-anywhere">
      {job && <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>}
      {person && <Person person={person} />}
      {messageId && <TextLink href={officePaths.message(messageId)}>{t('The message')}</TextLink>}
      {about === 'settings' && (
        <TextLink href={officePaths.settingsPart('changes')}>{t('Settings')}</TextLink>
      )}
      {about === 'schedule' && (
        <TextLink href={day ? officePaths.scheduleOn(day) : paths.schedule}>
          {t('Schedule')}
        </TextLink>
      )}
      {about === 'money' && day && (
        <TextLink href={officePaths.closeOn(day)}>{t('Daily close')}</TextLink>
      )}
      {about === 'catalog' && <TextLink href={paths.products}>{t('Products')}</TextLink>}
    </span>
  )
}

function Person({ person: { id, name, role } }: { person: NonNullable<AuditEntry['person']> }) {
  if (!name) return <span>{t('A deleted account')}</span>
  const href = role === 'technician' ? officePaths.technician(id) : officePaths.customer(id)
  return <TextLink href={href}>{name}</TextLink>
}

export const useAuditFilters = () =>
  useFilters({
    who: (typed) => (typed === 'server' ? typed : anId(typed)),
    about: oneOf(auditSubjects),
    from: aDate,
    to: aDate,
  })

export function AuditFilters(filtering: ReturnType<typeof useAuditFilters>) {
  const { filters, set } = filtering
  const admins = useCall('GET /api/admin/team').data ?? []
  return (
    <>
      <FilterSelect
        label={t('Who')}
        all={t('Everybody')}
        className="max-sm:w-full sm:w-44"
        value={filters.who}
        onChange={(who) => set({ who })}
        options={[
          ...admins.map(({ id, name }) => ({ value: id, label: name })),
          { value: 'server', label: t('Automatic') },
        ]}
      />
      <FilterSelect
        label={t('Kind')}
        all={t('All kinds')}
        className="max-sm:w-full sm:w-52"
        value={filters.about}
        onChange={(about) => set({ about })}
        options={optionsOf(auditSubjects, (value) => auditSubjectLabels[value])}
      />
      <DateFilters from={filters.from} to={filters.to} onChange={set} />
      <ClearFilters {...filtering} />
    </>
  )
}
