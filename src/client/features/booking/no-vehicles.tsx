import { Car } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

interface NoVehiclesProps {
  /** Why the existing cars need no visit. */
  reasons: readonly string[]
}

/** The first step for customers without a car that takes engine oil. */
export default function NoVehicles({ reasons }: NoVehiclesProps) {
  return (
    <EmptyState
      icon={<Car />}
      title={
        reasons.length > 0 ? t('Good news: no oil to change') : t('First, tell us about your car')
      }
      text={
        reasons.length > 0
          ? `${reasons.join(' ')} ${t('For another car, add it here.')}`
          : t('With the VIN we know its oil right away; make, model and year work too.')
      }
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton variant="primary" href={paths.vehicleLookup}>
            {t('Find it by VIN')}
          </LinkButton>
          <LinkButton href={paths.addVehicle}>{t('Enter it by hand')}</LinkButton>
        </span>
      }
    />
  )
}
