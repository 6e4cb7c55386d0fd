import { useSearchParams } from 'wouter'
import { useCall } from '#client/app/queries.ts'
import { DateFilters } from '#client/app/list/date-filters.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { type AuditSubject, auditSubjectLabels, auditSubjects } from '#shared/rules/audit.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { t, translate } from '#shared/texts/t.ts'

type Filters = {
  who?: string | undefined
  about?: AuditSubject | undefined
  from?: string | undefined
  to?: string | undefined
}
const names = ['who', 'about', 'from', 'to'] as const
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The filters of the log as they stand in the address; what is no filter counts for none. */
export function useAuditFilters() {
  const [query, setQuery] = useSearchParams()
  const date = (name: string) => [query.get(name) ?? ''].find(isLocalDate)
  const who = query.get('who') ?? ''
  const filters: Filters = {
    who: who === 'server' || uuid.test(who) ? who : undefined,
    about: auditSubjects.find((one) => one === query.get('about')),
    from: date('from'),
    to: date('to'),
  }
  const change = (values: Partial<Record<(typeof names)[number], string>>) =>
    setQuery(
      (parts) => {
        const next = new URLSearchParams(parts)
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  return {
    filters,
    isFiltered: names.some((name) => filters[name] !== undefined),
    set: change,
    clear: () => change({ who: '', about: '', from: '', to: '' }),
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
