import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { address, optionalText } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { callThem } from '#shared/rules/reach.ts'
import { t } from '#shared/texts/t.ts'
import { AddressHint } from './address-hint.tsx'
import { useSeenDetails } from './use-seen-details.ts'

const Form = z.strictObject({
  serviceAddress: address,
  accessNotes: optionalText(500),
  customerNotes: optionalText(1000),
})

/** For the office: where a visit is, and what whoever comes has to know. */
export default function EditAddressAndNotesDialog({
  job,
  onClose,
}: {
  job: Job
  onClose: () => void
}) {
  const { opened, changesTo, isChanged, newer, takeNewer } = useSeenDetails(job)
  const { serviceAddress, accessNotes, customerNotes } = opened
  const wantedOf = (typed: z.input<typeof Form> | Partial<z.input<typeof Form>>) => ({
    serviceAddress: typed.serviceAddress ?? '',
    accessNotes: typed.accessNotes ?? '',
    customerNotes: typed.customerNotes ?? '',
  })
  const now = (field: 'serviceAddress' | 'accessNotes' | 'customerNotes') => {
    const value = newer(field)
    return value === undefined
      ? undefined
      : t('It is now: {value}', { value: value || t('nothing') })
  }
  return (
    <DialogForm
      call="PATCH /api/jobs/{id}"
      input={(typed) => ({ params: { id: job.id }, body: changesTo(wantedOf(typed)) })}
      schema={Form}
      defaultValues={{ serviceAddress, accessNotes, customerNotes }}
      onClose={onClose}
      title={t('Address and notes of {number}', { number: job.number })}
      description={
        callThem(job.customer) ??
        t('{name} is told of another address, the technician of every change.', {
          name: job.customer.name || t('The customer'),
        })
      }
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
            hint={now('serviceAddress') ?? <AddressHint address={typed ?? ''} job={job} />}
          />
          <TextAreaField
            name="accessNotes"
            label={t('How do we get to the car?')}
            hint={now('accessNotes')}
            rows={2}
          />
          <TextAreaField
            name="customerNotes"
            label={t('Note with the booking')}
            hint={now('customerNotes')}
            rows={2}
          />
        </>
      )}
    </DialogForm>
  )
}
