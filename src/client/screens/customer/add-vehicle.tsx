import { useRef } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { VehicleForm } from '#client/features/vehicles/vehicle-form.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Card } from '#client/ui/card.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { toast } from '#client/ui/toast.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'

export default function AddVehicle() {
  const [, go] = useLocation()
  const actionKey = useRef(newActionKey())
  const add = useWrite('POST /api/vehicles', {
    onSuccess: (vehicle) => {
      toast({ title: t('Vehicle Added'), description: vehicleName(vehicle) })
      go(paths.home)
    },
    onError: ({ status }) => {
      // Without an answer the car may have been added: the same key keeps a retry from adding it twice.
      if (status !== 0) actionKey.current = newActionKey()
      toast({
        title: t('Error'),
        description: t('Failed to add vehicle. Please try again.'),
        destructive: true,
      })
    },
  })
  return (
    <div className="mx-auto max-w-column">
      <PageHeader title={t('Add Vehicle')} back={{ href: paths.home, label: t('Home') }} />
      <Card>
        <VehicleForm
          pending={add.isPending}
          cancel={<LinkButton href={paths.home}>{t('Cancel')}</LinkButton>}
          onSave={(body) => add.mutate({ body, idempotencyKey: actionKey.current })}
        />
      </Card>
      <div className="mt-4">
        <Banner>
          {t('Have the VIN at hand?')}{' '}
          <TextLink href={paths.vehicleLookup}>{t('We fill in the rest.')}</TextLink>
        </Banner>
      </div>
    </div>
  )
}
