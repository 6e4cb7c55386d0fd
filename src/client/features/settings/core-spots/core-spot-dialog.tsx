import { optionsOf } from '#client/ui/select.tsx'
import { useRef, useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callQuery, queryClient, refreshAfter } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { TypedCoreSpot, type ManagedSpot } from '#shared/contract/core-spots.ts'
import { parseAddress } from '#shared/rules/address.ts'
import { percentFromBp, taxModeLabels, taxModes } from '#shared/rules/sales-tax.ts'
import { type CoreSpot, spotRadius } from '#shared/rules/service-area.ts'
import { t, translate } from '#shared/texts/t.ts'
import { describeLaterRate } from '../later-rates.tsx'
import { StartingTaxMode } from '../starting-tax-mode.tsx'
import { AreaMap } from './area-map.tsx'
import { CoverageNote, describeLoss } from './coverage-note.tsx'
import { rateInput } from '../rate-input.ts'

interface CoreSpotDialogProps {
  spot: ManagedSpot | null
  others: readonly ManagedSpot[]
  defaultRadiusMiles: number
  areaBooking: boolean
  onClose: () => void
}

/** Edits a service circle: name, center by address or coordinates, and radius. */
export default function CoreSpotDialog(props: CoreSpotDialogProps) {
  const { others, defaultRadiusMiles, areaBooking, onClose } = props
  // Its state when the dialog opened.
  const [spot] = useState(props.spot)
  const version = useRef(spot?.version)
  const { salesTaxRateBp, taxMode } = useBusiness()
  const takesSalesTax =
    salesTaxRateBp !== null || taxMode === 'none' || (spot && spot.taxRateBp !== null)
  const planned = spot?.taxRateChanges
    ?.map(({ from, rateBp }) => describeLaterRate({ from, value: rateBp }))
    .join(', ')
  return (
    <DialogForm
      schema={TypedCoreSpot}
      draft={`core spot ${spot?.id ?? ''}`}
      send={async ({ isActive, taxPercent, taxMode, ...fields }) => {
        const body = {
          ...fields,
          taxRateBp: bpOf(taxPercent),
          taxMode: taxMode === 'general' ? null : taxMode,
        }
        if (!spot) {
          const added = await api('POST /api/admin/core-spots', { body })
          refreshAfter('POST /api/admin/core-spots')
          return added
        }
        const route = 'PATCH /api/admin/core-spots/{id}'
        const input = { params: { id: spot.id }, body: { ...body, isActive } }
        // Also after a failure, to show someone else's change.
        return api(route, {
          ...input,
          ...(version.current !== undefined && { ifMatch: version.current }),
        }).finally(() => refreshAfter(route, input))
      }}
      defaultValues={
        spot
          ? fieldsOf(spot)
          : { radiusMiles: defaultRadiusMiles, isActive: true, taxMode: 'general' as const }
      }
      confirm={({ isActive }) =>
        spot?.isActive && !isActive
          ? {
              title: t('Switch {name} off?', { name: spot.name }),
              description: describeLoss((props.spot ?? spot).coverage, {
                isActive: true,
                areaBooking,
              }).join(' '),
              confirmLabel: t('Switch off'),
              danger: true,
            }
          : null
      }
      insist={(error, values) => {
        const { reason, now } = (error.details ?? {}) as { reason?: string; now?: ManagedSpot }
        if (reason !== 'changed' || !now) return null
        version.current = now.version
        return {
          question: {
            title: t('Changed by someone else'),
            description: translate(error.message),
            confirmLabel: t('Save mine'),
          },
          values,
        }
      }}
      onClose={onClose}
      size="wide"
      title={spot ? t('Edit {name}', { name: spot.name }) : t('Add core spot')}
      description={t('Core spots may overlap. Changes apply to new addresses right away.')}
      submitLabel={spot ? t('Save') : t('Add core spot')}
      failureTitle={spot ? t('Failed to save core spot') : t('Failed to create core spot')}
      successToast={({ name }) => ({
        title: spot ? t('Saved') : t('Core spot added'),
        description: name,
      })}
    >
      {({ TextField, NumberField, SelectField, SwitchField }, values, form) => {
        const drawn = circleOf(values)
        const locate = async () => {
          const typed = form.getValues()
          const address = typed.address ?? ''
          try {
            const found = await queryClient.fetchQuery(
              callQuery('GET /api/admin/core-spots/place', { query: { address } }),
            )
            // Keep a place typed or clicked in the meantime.
            if (!isSameAddress(typed, form.getValues())) return
            for (const name of ['latitude', 'longitude'] as const)
              form.setValue(name, found[name], { shouldDirty: true, shouldValidate: true })
            form.clearErrors('address')
          } catch (error) {
            if (!(error instanceof CallError)) throw error
            form.setError('address', { message: error.message })
          }
        }
        const isUnlocated = values.latitude === undefined && values.longitude === undefined
        return (
          <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
            <div className="space-y-4">
              <TextField name="name" label={t('Name')} hint={t('For example Downtown.')} />
              <TextField
                name="address"
                label={t('Address')}
                hint={t('A ZIP code is enough to find the coordinates.')}
                onBlur={() => {
                  if (isUnlocated && /\d{5}/.test(values.address ?? '')) void locate()
                }}
              />
              <div>
                <SmallButton
                  onClick={() => void locate()}
                  disabledReason={!values.address?.trim() && t('Please enter an address first')}
                >
                  {t('Find the coordinates')}
                </SmallButton>
              </div>
              <div className="grid gap-4 min-[24rem]:grid-cols-2">
                <NumberField name="latitude" label={t('Latitude')} inputMode="text" />
                <NumberField name="longitude" label={t('Longitude')} inputMode="text" />
              </div>
              <NumberField
                name="radiusMiles"
                label={t('Radius')}
                type="number"
                inputMode="decimal"
                min={spotRadius.least}
                max={spotRadius.most}
                step={spotRadius.step}
                after={t('miles')}
              />
              {takesSalesTax && (
                <NumberField
                  {...rateInput}
                  name="taxPercent"
                  label={t('Sales tax here')}
                  hint={[
                    salesTaxRateBp !== null &&
                      t('Blank: {rate}%, your general rate.', {
                        rate: percentFromBp(salesTaxRateBp),
                      }),
                    planned && t('Planned: {rates}.', { rates: planned }),
                  ]
                    .filter(Boolean)
                    .join(' ')}
                />
              )}
              {takesSalesTax && (
                <SelectField
                  name="taxMode"
                  label={t('Sales tax here applies to')}
                  options={[
                    { value: 'general', label: t('what it applies to elsewhere') },
                    ...optionsOf(taxModes, (mode) => taxModeLabels[mode]),
                  ]}
                />
              )}
              {takesSalesTax && (
                <StartingTaxMode
                  state={parseAddress(values.address ?? '').state}
                  current={values.taxMode === 'general' ? (taxMode ?? undefined) : values.taxMode}
                  onUse={(mode) => form.setValue('taxMode', mode, { shouldDirty: true })}
                />
              )}
              {spot && (
                <SwitchField
                  name="isActive"
                  label={t('Active')}
                  description={t('Off: kept in the list, and not used.')}
                />
              )}
            </div>
            <div className="space-y-3">
              {drawn ? (
                <>
                  <AreaMap
                    label={t('The circle on the map; the fields show the same values.')}
                    spots={[
                      ...others.map((other, at) => ({
                        ...other,
                        key: other.id,
                        label: String(at + 1),
                        tone: other.isActive ? ('active' as const) : ('off' as const),
                      })),
                      { ...drawn, key: 'drawn', label: '•', tone: 'drawn' },
                    ]}
                    size={drawing}
                    onPick={({ latitude, longitude }) => {
                      form.setValue('latitude', roundDegrees(latitude), { shouldDirty: true })
                      form.setValue('longitude', roundDegrees(longitude), { shouldDirty: true })
                    }}
                  />
                  <CoverageNote spot={drawn} except={spot?.id} />
                </>
              ) : (
                <p className="rounded-control border border-line bg-sunken p-4 text-sm text-soft">
                  {t('Once it has a center and a radius, it is drawn here, with what it covers.')}
                </p>
              )}
            </div>
          </div>
        )
      }}
    </DialogForm>
  )
}

// Matches its column's width, so text isn't scaled.
const drawing = { width: 420, height: 320 }

const roundDegrees = (degrees: number) => Math.round(degrees * 10_000) / 10_000

/** Non-numbers count as typed. */
const isSameAddress = (one: TypedAddress, other: TypedAddress): boolean =>
  (one.address ?? '') === (other.address ?? '') &&
  Object.is(one.latitude, other.latitude) &&
  Object.is(one.longitude, other.longitude)

type TypedAddress = Typed & { address?: string | undefined }

const fieldsOf = (spot: ManagedSpot) => {
  const { name, address, latitude, longitude, radiusMiles, isActive, taxRateBp, taxMode } = spot
  const taxPercent = taxRateBp === null ? null : taxRateBp / 100
  return {
    name,
    address,
    latitude,
    longitude,
    radiusMiles,
    isActive,
    taxPercent,
    taxMode: taxMode ?? ('general' as const),
  }
}

const bpOf = (percent: number | null | undefined): number | null =>
  percent === null || percent === undefined ? null : Math.round(percent * 100)

type Typed = {
  latitude?: number | undefined
  longitude?: number | undefined
  radiusMiles?: number | undefined
}

/** The typed circle; undefined while invalid. */
function circleOf({ latitude, longitude, radiusMiles }: Typed): CoreSpot | undefined {
  const { least, most } = spotRadius
  const isIn = (value: number | undefined, from: number, to: number): value is number =>
    typeof value === 'number' && value >= from && value <= to
  return isIn(latitude, -85, 85) && isIn(longitude, -180, 180) && isIn(radiusMiles, least, most)
    ? { latitude, longitude, radiusMiles: Math.round(radiusMiles * 10) / 10 }
    : undefined
}
