import * as z from 'zod/mini'
import { useState } from 'react'
import { DayRangeFields } from '#client/app/form/day-range-fields.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useGuestLink } from '#client/app/guest-link.ts'
import { refreshAfter, useApi, useCall } from '#client/app/queries.ts'
import { useBusiness, useMaybePerson } from '#client/app/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { address, dayRange, inOrder } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { WaitlistForm } from '#shared/contract/waitlist.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { slotLabel, type SlotLabel, slotOf } from '#shared/rules/slots.ts'
import { slotsBetween } from '#shared/rules/slot-times.ts'
import { formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import LeaveDialog from './leave-dialog.tsx'

/** What the customer waits for: an earlier time for a visit, or a time to book for a car. */
export type Waiting =
  | { job: Job }
  | ({
      servicePackageId?: string | undefined
      serviceAddress?: string | undefined
    } & ({ vehicleId: string } | Caller))

/** The customer or new caller that the office adds, with one of their cars or a new one. */
type Caller = Pick<
  WaitlistForm,
  'customerId' | 'customer' | 'isSomebodyElse' | 'vehicleId' | 'vehicle'
>

interface WaitDialogProps {
  waiting: Waiting
  onClose: () => void
  onJoined?: (() => void) | undefined
}

type AskedProps = Omit<WaitDialogProps, 'waiting'> & ({ job: Job } | { waiting: Waiting })

const usualDays = 14

/** Joins the waitlist; shows the entry, with a way to leave, if there is one already. */
export default function WaitDialog({ onClose, onJoined, ...asked }: AskedProps) {
  const waiting = 'job' in asked ? { job: asked.job } : asked.waiting
  const isGuest = useGuestLink() !== null
  const isOffice = useMaybePerson()?.role === 'admin' && !isGuest
  const entries = useCall('GET /api/waitlist', undefined, { enabled: !isOffice })
  const known = entries.data?.find((entry) =>
    'job' in waiting
      ? entry.jobId === waiting.job.id
      : !entry.jobId && entry.vehicleId === waiting.vehicleId,
  )
  if (!isOffice && entries.isPending) return null
  return known ? (
    <LeaveDialog entry={known} onClose={onClose} />
  ) : (
    <JoinDialog waiting={waiting} isOffice={isOffice} onClose={onClose} onJoined={onJoined} />
  )
}

const days = dayRange()
const VisitForm = z.strictObject({ ...days, serviceAddress: z.optional(address) }).check(inOrder)
/** The address is required without a visit. */
const CarForm = z.strictObject({ ...days, serviceAddress: address }).check(inOrder)

function JoinDialog(props: WaitDialogProps & { isOffice: boolean }) {
  const { waiting, isOffice, onClose, onJoined } = props
  const { today, earliestDate, ...business } = useBusiness()
  const call = useApi()
  const [times, setTimes] = useState<readonly SlotLabel[]>([])
  const job = 'job' in waiting ? waiting.job : null
  const first = earliestDate ?? today
  const last = job ? job.scheduledDate : addDays(first, usualDays)
  const isSameDay = job?.scheduledDate === first
  const all = slotsBetween(business, { from: first, to: last })
    .filter((slot) => !isSameDay || slot < slotOf(job.scheduledTime))
    .map(slotLabel)
  const join = async ({ serviceAddress, ...days }: z.output<typeof VisitForm>) => {
    const body: WaitlistForm = {
      ...days,
      times: [...times],
      ...('job' in waiting ? { jobId: waiting.job.id } : { ...waiting, serviceAddress }),
    }
    const entry = await call('POST /api/waitlist', { body })
    refreshAfter('POST /api/waitlist')
    return entry
  }
  return (
    <DialogForm
      send={join}
      schema={job ? VisitForm : (CarForm as unknown as typeof VisitForm)}
      defaultValues={{
        from: first,
        to: last,
        ...(!('job' in waiting) && { serviceAddress: waiting.serviceAddress ?? '' }),
      }}
      onClose={onClose}
      onSaved={onJoined}
      title={
        job
          ? t('Tell me when an earlier time is available')
          : isOffice
            ? t('Add to the waitlist')
            : t('Tell me when a time is available')
      }
      description={
        isOffice
          ? t(
              'The customer is asked when a time becomes available. It is held for them until they answer.',
            )
          : t(
              'We ask you when a time becomes available, and hold it for you for a while. Nothing changes until you accept.',
            )
      }
      submitLabel={isOffice ? t('Add to the waitlist') : t('Tell me')}
      failureTitle={t('This was not added to the waitlist')}
      successToast={
        isOffice
          ? { title: t('Added to the waitlist') }
          : {
              title: t('You are on the waitlist'),
              description: t('We write to you when a time becomes available.'),
            }
      }
    >
      {({ TextField }) => (
        <>
          <DayRangeFields earliest={first} />
          <fieldset>
            <legend className="font-medium">{t('Times that suit')}</legend>
            <p className="text-sm text-soft">{t('Choose none if any time is fine.')}</p>
            <div className="mt-1 grid grid-cols-2 gap-x-4 min-[24rem]:grid-cols-3">
              {all.map((time) => (
                <Checkbox
                  key={time}
                  label={formatSlotStart(time)}
                  checked={times.includes(time)}
                  onChange={({ currentTarget: { checked } }) =>
                    setTimes(checked ? [...times, time] : times.filter((one) => one !== time))
                  }
                />
              ))}
            </div>
          </fieldset>
          {!job && (
            <TextField
              name="serviceAddress"
              label={t('Where is the car?')}
              hint={t('Street with number, city, state and ZIP code.')}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}
