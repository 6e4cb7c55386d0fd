import { useState } from 'react'
import { useCall, useWrite } from '#client/app/queries.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useBusiness } from '#client/app/session.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { formatCents, formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** For the office: technicians' work on this visit after it was reassigned; nothing if none. */
export function ReportedWork({ jobId }: { jobId: string }) {
  const { timeZone } = useBusiness()
  const { data } = useCall('GET /api/jobs/{id}/unsent-work', { params: { id: jobId } })
  return data?.map(({ id, technicianName, createdAt, changes, handledAt, handledBy }) => (
    <Card
      key={id}
      title={t('Unsent work of {name}', { name: technicianName || t('a technician') })}
      action={<HandledButton jobId={jobId} workId={id} handled={handledAt !== null} />}
    >
      {handledAt && (
        <p className="text-sm">
          {t('Handled by {name}, {when}', {
            name: handledBy || t('the office'),
            when: formatInstant(handledAt, timeZone),
          })}
        </p>
      )}
      <p className="text-sm text-soft">
        {t('Done offline, and too late for this visit. Received {when}.', {
          when: formatInstant(createdAt, timeZone),
        })}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {changes.map(({ what, entered, reason, at, phoneSaid, photoId, extra, added }, n) => (
          <li key={n} className="py-2.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{what}</span>
              <span className="text-sm text-soft">{formatInstant(at, timeZone)}</span>
            </span>
            {phoneSaid && (
              <span className="block text-sm text-soft">
                {t('The clock of the phone showed {time}, so this is when the report arrived.', {
                  time: formatInstant(phoneSaid, timeZone),
                })}
              </span>
            )}
            {entered && <q className="block whitespace-pre-wrap wrap-anywhere">{entered}</q>}
            {photoId && (
              <a href={`/api/photos/${photoId}`} target="_blank" className="my-1 block w-fit">
                <img
                  src={`/api/photos/${photoId}/thumbnail`}
                  alt={t('Open the photo, {moment}', { moment: entered })}
                  width={128}
                  height={128}
                  loading="lazy"
                  decoding="async"
                  className="size-32 rounded-control border border-line bg-sunken object-cover"
                />
              </a>
            )}
            {reason && <span className="block text-sm text-soft">{reason}</span>}
            {added ? (
              <span className="block text-sm text-soft">{t('Added to the visit')}</span>
            ) : (
              (extra || photoId) && <AddButton {...{ jobId, workId: id, change: n, extra }} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  ))
}

interface AddButtonProps {
  jobId: string
  workId: string
  /** Its place in the report. */
  change: number
  extra: { description: string; quantity: number; unitPrice: string } | undefined
}

/** Adds the photo or, after a question, the extra to the visit. */
function AddButton({ jobId, workId, change, extra }: AddButtonProps) {
  const call = 'POST /api/jobs/{id}/unsent-work/{workId}/add'
  const input = { params: { id: jobId, workId }, body: { change } }
  const failed = t('It was not added to the visit')
  const [asking, setAsking] = useState(false)
  const add = useWrite(call, { onError: (error) => showFailure(failed, error) })
  const amount = extra && formatCents((centsFromDecimal(extra.unitPrice) ?? 0) * extra.quantity)
  return (
    <>
      <SmallButton
        className="mt-1"
        pending={add.isPending}
        onClick={() => (extra ? setAsking(true) : add.mutate(input))}
      >
        {extra ? t('Charge this extra') : t('Add to the visit')}
      </SmallButton>
      {asking && extra && (
        <ConfirmCall
          call={call}
          input={input}
          title={t('Charge {amount} for {description}?', {
            amount: amount ?? '',
            description: extra.description,
          })}
          description={t(
            'It is added to the visit. If the visit is finished, it is billed at once, and the customer is notified.',
          )}
          confirmLabel={t('Charge this extra')}
          successToast={{ title: t('Added to the visit') }}
          failureToast={failed}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type HandledButtonProps = { jobId: string; workId: string; handled: boolean }

/** Marks it as handled, which ends the office's to-do. */
function HandledButton({ jobId, workId, handled }: HandledButtonProps) {
  const save = useWrite('PATCH /api/jobs/{id}/unsent-work/{workId}', {
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <SmallButton
      variant={handled ? 'quiet' : 'secondary'}
      pending={save.isPending}
      onClick={() => save.mutate({ params: { id: jobId, workId }, body: { handled: !handled } })}
    >
      {handled ? t('Take up again') : t('Handled')}
    </SmallButton>
  )
}
