import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { OdometerForm as schema } from '#shared/contract/vehicles.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Notes what the odometer shows; `today` is the business-local date. */
export function OdometerForm({ vehicleId, today }: { vehicleId: string; today: LocalDate }) {
  return (
    <PageForm
      call="POST /api/vehicles/{id}/odometer"
      input={(body) => ({ params: { id: vehicleId }, body })}
      schema={schema}
      defaultValues={{ date: today }}
      startAnew
      className="grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_1fr_auto]"
      successToast={({ miles }) => ({
        title: t('Odometer reading saved'),
        description: t('{miles} mi', { miles: formatNumber(miles) }),
      })}
    >
      {({ NumberField, DateField }) => (
        <>
          <NumberField
            name="miles"
            label={t('Odometer')}
            placeholder="45,200"
            after={<span className="text-sm">{t('mi')}</span>}
          />
          <DateField name="date" label={t('Date of reading')} max={today} />
          <SubmitButton variant="secondary" className="sm:mt-7.5 sm:self-start">
            {t('Add reading')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}
