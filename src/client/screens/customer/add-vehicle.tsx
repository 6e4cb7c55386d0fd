import { useLocation } from 'wouter'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { VehicleFields } from '#client/features/vehicles/vehicle-fields.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Card } from '#client/ui/card.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { VehicleForm } from '#shared/contract/vehicles.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'

export default function AddVehicle() {
  const [, go] = useLocation()
  return (
    <Page title={t('Add Vehicle')} back={{ href: paths.home, label: t('Home') }}>
      <Card>
        <PageForm
          call="POST /api/vehicles"
          input={(body) => ({ body })}
          schema={VehicleForm}
          defaultValues={{}}
          successToast={(vehicle) => ({
            title: t('Vehicle Added'),
            description: vehicleName(vehicle),
          })}
          failureToast={({ status, message }) => ({
            title: t('Error'),
            description:
              status === 400 || status === 409
                ? translate(message)
                : t('Failed to add vehicle. Please try again.'),
          })}
          onSaved={() => go(paths.home)}
        >
          {(fields, values) => (
            <>
              <VehicleFields fields={fields} values={values} />
              <div className="flex gap-3 pt-1">
                <SubmitButton className="flex-1">{t('Save Vehicle')}</SubmitButton>
                <LinkButton href={paths.home}>{t('Cancel')}</LinkButton>
              </div>
            </>
          )}
        </PageForm>
      </Card>
      <div className="mt-4">
        <Banner>
          {t('Have the VIN handy?')}{' '}
          <TextLink href={paths.vehicleLookup}>{t('We fill in the rest.')}</TextLink>
        </Banner>
      </div>
    </Page>
  )
}
