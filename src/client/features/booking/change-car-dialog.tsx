import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { uuid } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, text } from '#shared/texts/t.ts'
import { useSeenDetails } from './use-seen-details.ts'

const Form = z.strictObject({ vehicleId: uuid(text('Please select a vehicle')) })

export default function ChangeCarDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { opened, changesTo, isChanged, takeNewer } = useSeenDetails(job)
  const cars = useCall('GET /api/vehicles', { query: { customerId: job.customer.id } })
  return (
    <DialogForm
      call="PATCH /api/jobs/{id}"
      input={(body) => ({ params: { id: job.id }, body: changesTo(body) })}
      schema={Form}
      defaultValues={{ vehicleId: opened.vehicleId }}
      guarded={false}
      onClose={onClose}
      size="small"
      title={t('Change the car of {number}', { number: job.number })}
      description={t(
        'Package, price and time do not change. The customer and technician are notified.',
      )}
      submitLabel={t('Change the car')}
      disabledReason={(typed) => !isChanged(typed) && t('Choose another car first')}
      onFailure={takeNewer}
      failureTitle={t('The car was not changed')}
      successToast={({ vehicle }) => ({
        title: t('Visit changed'),
        description: vehicleName(vehicle),
      })}
    >
      {({ SelectField }) => (
        <Loaded
          parts={[cars]}
          loading={<Skeleton lines={2} />}
          failed={t('The cars could not be loaded')}
        >
          {(there) => (
            <SelectField
              name="vehicleId"
              label={t('Car')}
              options={there.map((car) => ({
                value: car.id,
                label: [vehicleName(car), car.licensePlate].filter(Boolean).join(', '),
              }))}
            />
          )}
        </Loaded>
      )}
    </DialogForm>
  )
}
