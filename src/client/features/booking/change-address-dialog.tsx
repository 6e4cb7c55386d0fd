import * as z from 'zod/mini'
import { api } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { refreshAfter } from '#client/app/queries.ts'
import type { PlaceForm } from '#shared/contract/booking.ts'
import { address, optionalText } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { AddressHint } from './address-hint.tsx'
import { useSeenDetails } from './use-seen-details.ts'

const Form = z.strictObject({ serviceAddress: address, accessNotes: optionalText(500) })
type Typed = Partial<z.input<typeof Form>>

interface ChangeAddressDialogProps {
  job: Job
  /** How it is changed, where that is not by the account. */
  change?: (wanted: PlaceForm) => Promise<Job>
  onClose: () => void
}

/** For customers: where the car will stand, and how to get to it. */
export default function ChangeAddressDialog({ job, change, onClose }: ChangeAddressDialogProps) {
  const { opened, changesTo, isChanged, newer, takeNewer } = useSeenDetails(job)
  const { serviceAddress, accessNotes } = opened
  const wantedOf = (typed: Typed) => ({
    serviceAddress: typed.serviceAddress ?? '',
    accessNotes: typed.accessNotes ?? '',
  })
  const now = (field: 'serviceAddress' | 'accessNotes') => {
    const value = newer(field)
    return value === undefined
      ? undefined
      : t('It is now: {value}', { value: value || t('nothing') })
  }
  return (
    <DialogForm
      send={(typed) => (change ?? changeOwn(job))(changesTo(wantedOf(typed)))}
      schema={Form}
      defaultValues={{ serviceAddress, accessNotes }}
      onClose={onClose}
      title={t('Change the address')}
      description={t('{visit}. The time stays.', {
        visit: formatVisit(job.scheduledDate, job.scheduledTime),
      })}
      submitLabel={t('Save')}
      disabledReason={(typed) => !isChanged(wantedOf(typed)) && t('Nothing is changed yet')}
      onFailure={takeNewer}
      failureTitle={t('The visit was not changed')}
      successToast={{ title: t('Visit changed'), description: job.number }}
    >
      {({ TextField, TextAreaField }, { serviceAddress: typed }) => (
        <>
          <TextField
            name="serviceAddress"
            label={t('Address')}
            autoComplete="street-address"
            hint={now('serviceAddress') ?? <AddressHint address={typed ?? ''} job={job} />}
          />
          <TextAreaField
            name="accessNotes"
            label={t('How do we get to the car?')}
            hint={
              now('accessNotes') ?? t('Gate code, where the car is parked, where to find the key.')
            }
            rows={2}
          />
        </>
      )}
    </DialogForm>
  )
}

/** Changes a visit of the account. */
const changeOwn =
  ({ id }: Job) =>
  async (body: PlaceForm): Promise<Job> => {
    const input = { params: { id }, body }
    const changed = await api('PATCH /api/jobs/{id}', input)
    refreshAfter('PATCH /api/jobs/{id}', input)
    return changed
  }
