import { DateFilters } from '#client/app/list/date-filters.tsx'
import { useFilters } from '#client/app/search-params.ts'
import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { type PaymentFilterStatus, paymentFilters } from '#shared/rules/payments.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { t, translate } from '#shared/texts/t.ts'

type Filters = {
  status?: PaymentFilterStatus | undefined
  technicianId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
const names = ['status', 'technicianId', 'from', 'to'] as const

/** The filters of the list of payments as they stand in the address; what is no filter counts for none. */
export function usePaymentFilters() {
  const { choice, id, date, set, clear } = useFilters(names)
  const filters: Filters = {
    status: choice('status', paymentFilters),
    technicianId: id('technicianId'),
    from: date('from'),
    to: date('to'),
  }
  return { filters, isFiltered: names.some((name) => filters[name] !== undefined), set, clear }
}

export function filterLabel(status: PaymentFilterStatus): string {
  if (status === 'owed') return t('Owed')
  return status === 'reserved' ? t('Reserved') : translate(statusLabel(status))
}

interface PaymentFiltersProps {
  filters: Filters
  isFiltered: boolean
  onSet: (values: Partial<Record<keyof Filters, string>>) => void
  onClear: () => void
}

export function PaymentFilters({ filters, isFiltered, onSet, onClear }: PaymentFiltersProps) {
  return (
    <>
      <Field label={t('Status')} hideLabel className="max-sm:w-[calc(50%-0.375rem)] sm:w-44">
        <Select
          value={filters.status ?? ''}
          onChange={(event) => onSet({ status: event.target.value })}
          options={[
            { value: '', label: t('All statuses') },
            ...paymentFilters.map((one) => ({ value: one, label: filterLabel(one) })),
          ]}
        />
      </Field>
      <Field label={t('Technician')} hideLabel className="max-sm:w-[calc(50%-0.375rem)] sm:w-48">
        <Select
          value={filters.technicianId ?? ''}
          onChange={(event) => onSet({ technicianId: event.target.value })}
          options={[{ value: '', label: t('All technicians') }, ...useTechnicians()]}
        />
      </Field>
      <DateFilters
        from={filters.from}
        to={filters.to}
        of={{ name: t('Day of the visit'), from: t('Visit from') }}
        onChange={onSet}
      />
      {isFiltered && (
        <Button variant="quiet" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </>
  )
}

/** Everybody who may have been at a visit: whoever left too, whose payments stay. */
function useTechnicians(): { value: string; label: string }[] {
  const here = useCall('GET /api/admin/technicians').data ?? []
  const left = useCall('GET /api/admin/technicians', { query: { state: 'deactivated' } }).data ?? []
  return [
    ...here.filter(({ status }) => status === 'active'),
    ...left.filter((one) => here.every(({ id }) => id !== one.id)),
  ].map((one) => ({ value: one.id, label: personName(one) }))
}
