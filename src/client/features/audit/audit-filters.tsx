import { useCall } from '#client/app/queries.ts'
import { DateFilters } from '#client/app/list/date-filters.tsx'
import { useFilters } from '#client/app/search-params.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { type AuditSubject, auditSubjectLabels, auditSubjects } from '#shared/rules/audit.ts'
import { t, translate } from '#shared/texts/t.ts'

type Filters = {
  who?: string | undefined
  about?: AuditSubject | undefined
  from?: string | undefined
  to?: string | undefined
}
const names = ['who', 'about', 'from', 'to'] as const

/** The filters of the log as they stand in the address; what is no filter counts for none. */
export function useAuditFilters() {
  const { choice, id, date, set, clear } = useFilters(names)
  const filters: Filters = {
    who: choice('who', ['server']) ?? id('who'),
    about: choice('about', auditSubjects),
    from: date('from'),
    to: date('to'),
  }
  return {
    filters,
    isFiltered: names.some((name) => filters[name] !== undefined),
    set,
    clear,
  }
}

interface AuditFiltersProps {
  filters: Filters
  isFiltered: boolean
  onSet: (values: Partial<Record<keyof Filters, string>>) => void
  onClear: () => void
}

export function AuditFilters({ filters, isFiltered, onSet, onClear }: AuditFiltersProps) {
  const admins = useCall('GET /api/admin/admins').data ?? []
  return (
    <>
      <Field label={t('Who')} hideLabel className="max-sm:w-full sm:w-44">
        <Select
          value={filters.who ?? ''}
          onChange={(event) => onSet({ who: event.target.value })}
          options={[
            { value: '', label: t('Everybody') },
            ...admins.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'server', label: t('Automatic') },
          ]}
        />
      </Field>
      <Field label={t('Kind')} hideLabel className="max-sm:w-full sm:w-52">
        <Select
          value={filters.about ?? ''}
          onChange={(event) => onSet({ about: event.target.value })}
          options={[
            { value: '', label: t('All kinds') },
            ...auditSubjects.map((one) => ({
              value: one,
              label: translate(auditSubjectLabels[one]),
            })),
          ]}
        />
      </Field>
      <DateFilters from={filters.from} to={filters.to} onChange={onSet} />
      {isFiltered && (
        <Button variant="quiet" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </>
  )
}
