import { showFailure, showSuccess } from '#client/app/form/form-toasts.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { type TaxMode, taxModeLabels } from '#shared/rules/sales-tax.ts'
import { startingTaxModes, stateOfMostSpots } from '#shared/rules/tax-by-state.ts'
import { stateTitles } from '#shared/rules/us-states.ts'
import { t, translate } from '#shared/texts/t.ts'

interface StartingTaxModeProps {
  state: string
  /** What sales tax applies to now. */
  current: TaxMode | undefined
  onUse: (mode: TaxMode) => void
  pending?: boolean
}

/** What a state's sales tax applies to, with its source; nothing for states without a known source. */
export function StartingTaxMode({ state, current, onUse, pending }: StartingTaxModeProps) {
  const starting = startingTaxModes[state]
  if (!starting) return null
  const { mode, fact, source, date } = starting
  return (
    <div className="space-y-2 text-sm text-soft">
      <p>
        <span className="font-medium text-ink">
          {t('Starting value for {state}: “{mode}”.', {
            state: stateTitles.get(state) ?? state,
            mode: translate(taxModeLabels[mode]),
          })}
        </span>{' '}
        {translate(fact)}
      </p>
      <p>
        {t('Source: {source} ({date}). This is not advice: please check with your accountant.', {
          source,
          date,
        })}
      </p>
      {current === mode ? (
        <p>{t('You use this value.')}</p>
      ) : (
        <SmallButton onClick={() => onUse(mode)} pending={pending}>
          {t('Use this value')}
        </SmallButton>
      )}
    </div>
  )
}

/** The same for the state most core spots are in, in the settings. */
export function BusinessTaxMode({ current, version }: { current: TaxMode; version: number }) {
  const spots = useCall('GET /api/admin/core-spots').data
  const { mutate, isPending } = useWrite('PUT /api/admin/settings', {
    onSuccess: () =>
      showSuccess({ title: t('Saved'), description: t('Applies to visits booked from now on.') }),
    onError: (error) => showFailure(t('Not saved'), error),
  })
  const state = spots && stateOfMostSpots(spots)
  if (!state || !startingTaxModes[state]) return null
  return (
    <div className="mt-4 border-t border-line pt-4">
      <StartingTaxMode
        {...{ state, current }}
        pending={isPending}
        onUse={(taxMode) => mutate({ body: { taxMode }, ifMatch: version })}
      />
    </div>
  )
}
