import { useFilters } from '#client/app/search-params.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import {
  invoiceFilters,
  type InvoiceFilterStatus,
  invoiceStateLabels,
} from '#shared/rules/invoices.ts'
import { t, translate } from '#shared/texts/t.ts'

const names = ['status', 'customerId'] as const
type Filters = {
  status?: InvoiceFilterStatus | undefined
  customerId?: string | undefined
}

/** The filters of the list of invoices as they stand in the address; what is no filter counts for none. */
export function useInvoiceFilters() {
  const { choice, id, set, clear } = useFilters(names)
  const filters: Filters = {
    status: choice('status', invoiceFilters),
    customerId: id('customerId'),
  }
  return { filters, isFiltered: names.some((name) => filters[name] !== undefined), set, clear }
}

interface InvoiceFiltersProps {
  filters: Filters
  isFiltered: boolean
  onSet: (values: { status: string }) => void
  onClear: () => void
}

export function InvoiceFilters({ filters, isFiltered, onSet, onClear }: InvoiceFiltersProps) {
  return (
    <>
      <Field label={t('Status')} hideLabel className="max-sm:w-[calc(50%-0.375rem)] sm:w-44">
        <Select
          value={filters.status ?? ''}
          onChange={(event) => onSet({ status: event.target.value })}
          options={[
            { value: '', label: t('All statuses') },
            ...invoiceFilters.map((one) => ({
              value: one,
              label: translate(invoiceStateLabels[one]),
            })),
          ]}
        />
      </Field>
      {isFiltered && (
        <Button variant="quiet" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </>
  )
}
