import { api } from '#client/app/call.ts'
import { PageForm } from '#client/app/form/page-form.tsx'
import { refreshAfter, useCall } from '#client/app/queries.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { FirstSpotForm } from '#shared/contract/core-spots.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { spotRadius } from '#shared/rules/service-area.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { useSeenSettings } from '../use-seen-settings.ts'
import { DoneStep, StepButtons, type StepProps, useConfirmStep } from './step-frame.tsx'

type FieldError = { path: string; message: string }

const add = 'POST /api/admin/core-spots'

export function AreaStep({ onNext, confirmed }: StepProps) {
  const spots = useCall('GET /api/admin/core-spots')
  const seen = useSeenSettings()
  const confirming = useConfirmStep({ onNext, confirmed })
  if (!spots.data || !seen.settings) return <Skeleton lines={4} />
  if (spots.data.length > 0)
    return (
      <DoneStep
        step="area"
        link={{ href: officePaths.settingsPart('core-spots'), label: t('Change core spots') }}
        onNext={onNext}
      >
        <ul className="list-disc pl-5">
          {spots.data.map(({ id, name, radiusMiles }) => (
            <li key={id}>
              {t('{name}, {miles} miles around', { name, miles: formatNumber(radiusMiles, 1) })}
            </li>
          ))}
        </ul>
      </DoneStep>
    )
  return (
    <PageForm
      schema={FirstSpotForm}
      draft="setup area"
      send={async ({ zip, radiusMiles }) => {
        const found = await api('GET /api/admin/core-spots/place', { query: { address: zip } })
        const { latitude, longitude, city } = found
        const address = [city, zip].filter(Boolean).join(' ')
        const name = city.split(',')[0] || zip
        const body = { name, address, latitude, longitude, radiusMiles }
        const spot = await api(add, { body })
        refreshAfter(add)
        return spot
      }}
      defaultValues={{ radiusMiles: seen.settings.defaultRadiusMiles }}
      onFailure={(error, form) => {
        const { fields = [] } = (error.details ?? {}) as { fields?: FieldError[] }
        if (!fields[0]) return false
        // For an address the server suggests coordinates, which have no field here.
        const message =
          fields[0].path === 'address'
            ? t('We do not know where this is. Please check it, or enter a ZIP code nearby.')
            : fields[0].message
        form.setError('zip', { type: 'server', message }, { shouldFocus: true })
        return true
      }}
      onSaved={onNext}
      failureTitle={t('Failed to create core spot')}
    >
      {({ TextField, NumberField }) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="zip" label={t('ZIP code')} inputMode="numeric" />
            <NumberField
              name="radiusMiles"
              label={t('How far you drive from there')}
              type="number"
              inputMode="decimal"
              min={spotRadius.least}
              max={spotRadius.most}
              step={spotRadius.step}
              after={t('miles')}
            />
          </div>
          <p className="text-sm text-soft">
            {t(
              'Customers clearly farther away can only send a request, which you confirm. You can add more circles.',
            )}
          </p>
          <QuietButton {...confirming('area')}>{t('We go everywhere')}</QuietButton>
          <StepButtons step="area" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}
