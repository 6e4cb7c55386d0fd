import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { refreshAfter, useApi, useCall } from '#client/app/queries.ts'
import type { JobDetailsForm } from '#shared/contract/booking.ts'
import { address, optionalText, phone } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { findZip } from '#shared/rules/address.ts'
import { callThem } from '#shared/rules/reach.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { percentFromBp } from '#shared/rules/sales-tax.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { beyondRoad } from '#client/app/beyond-road.tsx'
import { SameVisitBanner } from '#client/app/same-visit-banner.tsx'
import { useSeenDetails } from './use-seen-details.ts'

const Form = z.strictObject({
  serviceAddress: address,
  accessNotes: optionalText(500),
  customerNotes: z.optional(optionalText(1000)),
  contactName: z.optional(optionalText(80)),
  contactPhone: z.optional(phone),
})
type Typed = Partial<z.input<typeof Form>>
type Details = Pick<Job, 'serviceAddress' | 'accessNotes'> & Partial<Pick<Job, OfficesField>>
type OfficesField = 'customerNotes' | 'contactName' | 'contactPhone'

interface AddressDialogProps {
  job: Job
  onClose: () => void
}

/** For customers: changes address and access notes. */
export default function ChangeAddressDialog({ job, onClose }: AddressDialogProps) {
  return (
    <AddressDialog
      job={job}
      onClose={onClose}
      title={t('Change the address')}
      description={t('{visit}. The time stays.', {
        visit: formatVisit(job.scheduledDate, job.scheduledTime),
      })}
      accessHint={t('Gate code, where the car is parked, where to find the key.')}
    />
  )
}

/** For the office: changes address, contact and notes. */
export function EditVisitDialog({ job, onClose }: AddressDialogProps) {
  return (
    <AddressDialog
      job={job}
      onClose={onClose}
      title={t('Address, contact and notes of {number}', { number: job.number })}
      description={
        callThem(job.customer) ??
        t('{name} is notified of a new address, the technician of every change.', {
          name: accountName(job.customer) || t('The customer'),
        })
      }
      byOffice
    />
  )
}

function AddressDialog(
  props: AddressDialogProps & {
    title: string
    description: string
    accessHint?: string
    byOffice?: boolean
  },
) {
  const { job, byOffice, onClose } = props
  const call = useApi()
  const change = async (body: JobDetailsForm) => {
    const input = { params: { id: job.id }, body }
    const send = (part: object) =>
      call('PATCH /api/jobs/{id}', { ...input, body: { ...body, ...part } })
    const changed = await (byOffice ? beyondRoad(send) : send({}))
    refreshAfter('PATCH /api/jobs/{id}', input)
    return changed
  }
  const { opened, changesTo, isChanged, newer, takeNewer } = useSeenDetails(job)
  const { serviceAddress, accessNotes, customerNotes, contactName, contactPhone } = opened
  const shownPhone = nationalPhone(contactPhone)
  const wantedOf = (typed: Typed): Details => ({
    serviceAddress: typed.serviceAddress ?? '',
    accessNotes: typed.accessNotes ?? '',
    ...(byOffice && {
      customerNotes: typed.customerNotes ?? '',
      contactName: typed.contactName ?? '',
      contactPhone: typed.contactPhone === shownPhone ? contactPhone : (typed.contactPhone ?? ''),
    }),
  })
  const now = (field: keyof Details) => {
    const value = newer(field)
    return value === undefined
      ? undefined
      : t('It is now: {value}', { value: value || t('nothing') })
  }
  return (
    <DialogForm
      send={(typed) => change(changesTo(wantedOf(typed)))}
      schema={Form}
      defaultValues={{
        serviceAddress,
        accessNotes,
        ...(byOffice && { customerNotes, contactName, contactPhone: shownPhone }),
      }}
      onClose={onClose}
      title={props.title}
      description={props.description}
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
            {...(!byOffice && { autoComplete: 'street-address' })}
            hint={now('serviceAddress') ?? <AddressHint address={typed ?? ''} job={job} />}
          />
          {byOffice && (
            <SameVisitBanner
              id={job.id}
              date={job.scheduledDate}
              time={job.scheduledTime}
              address={typed ?? ''}
            />
          )}
          {byOffice && (
            <>
              <TextField
                name="contactName"
                label={t('Contact at the car')}
                hint={
                  now('contactName') ??
                  t('Leave both empty if it is {name}.', {
                    name: accountName(job.customer) || t('the customer'),
                  })
                }
              />
              <TextField
                name="contactPhone"
                label={t('Contact’s phone')}
                type="tel"
                hint={now('contactPhone')}
              />
            </>
          )}
          <TextAreaField
            name="accessNotes"
            label={t('How do we get to the car?')}
            hint={now('accessNotes') ?? props.accessHint}
            rows={2}
          />
          {byOffice && (
            <TextAreaField
              name="customerNotes"
              label={t('Note with the booking')}
              hint={now('customerNotes')}
              rows={2}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}

const accountName = ({ accountName: own, name }: Job['customer']) => own ?? name

/** Warns while typing if the address is outside the service area or has a different sales tax. */
function AddressHint({ address: line, job }: { address: string; job: Job }) {
  const before = useServiceArea(job.serviceAddress)
  const after = useServiceArea(line)
  const rate = after.data?.salesTaxRateBp
  const tax =
    job.cost.salesTax && before.data && rate && rate !== before.data.salesTaxRateBp
      ? t('Sales tax is {rate}% there, so the price changes.', { rate: percentFromBp(rate) })
      : ''
  const isFar = after.zip !== null && after.data?.answer === 'outside'
  const far = isFar ? t('{zip} is outside the service area.', { zip: after.zip ?? '' }) : ''
  return [far, tax].filter(Boolean).join(' ') || t('Street with number, city, state and ZIP code.')
}

function useServiceArea(line: string) {
  const zip = findZip(line)
  const { data } = useCall(
    'GET /api/service-area',
    { query: { zip: zip ?? '' } },
    { enabled: zip !== null, staleTime: 300_000 },
  )
  return { zip, data }
}
