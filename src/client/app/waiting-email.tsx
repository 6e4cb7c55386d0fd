import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Shows a pending change of a person's e-mail address, which waits a day so that its owner can object. */
export function WaitingEmail({ personId }: { personId: string }) {
  const { timeZone } = useBusiness()
  const { data } = useCall('GET /api/admin/email-changes/{id}', { params: { id: personId } })
  const [cancelling, setCancelling] = useState(false)
  if (!data) return null
  return (
    <div className="mt-4">
      <Banner
        tone="warning"
        title={t('The e-mail address changes to {email}', data)}
        action={
          <Button size="small" onClick={() => setCancelling(true)}>
            {t('Cancel the change')}
          </Button>
        }
      >
        {t('On {time}. We notified the current address, which can object until then.', {
          time: formatInstant(data.dueAt, timeZone),
        })}
      </Banner>
      {cancelling && (
        <ConfirmCall
          call="DELETE /api/admin/email-changes/{id}"
          input={{ params: { id: personId } }}
          onClose={() => setCancelling(false)}
          title={t('Cancel the change?')}
          description={t('The account keeps its present e-mail address.')}
          confirmLabel={t('Cancel the change')}
          cancelLabel={t('Back')}
          successToast={{ title: t('Change cancelled') }}
          failureToast={t('The change was not cancelled')}
        />
      )}
    </div>
  )
}
