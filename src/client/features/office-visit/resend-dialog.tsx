import { LoadFailure } from '#client/app/call-failure.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { JobMessage } from '#shared/contract/job-history.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export default function ResendDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const list = useCall('GET /api/jobs/{id}/messages', { params: { id: job.id } })
  return (
    <Dialog
      onClose={onClose}
      title={t('Send a message again')}
      description={t('{name} gets it again, with current details.', {
        name: job.customer.name || t('The customer'),
      })}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {list.isPending && <Skeleton lines={4} />}
      <LoadFailure title={t('The messages could not be loaded')} call={list} />
      {list.data?.length === 0 && (
        <p className="text-soft">{t('No message to the customer still applies.')}</p>
      )}
      {list.data && list.data.length > 0 && (
        <ul className="divide-y divide-line">
          {list.data.map((message) => (
            <Message key={message.id} job={job} message={message} onSent={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface MessageProps {
  job: Job
  message: JobMessage
  onSent: () => void
}

function Message({ job, message: { id, title, at }, onSent }: MessageProps) {
  const { timeZone } = useBusiness()
  const resend = useWrite('POST /api/jobs/{id}/messages/{messageId}/resend', {
    // Close first: the dialog would cover the toast.
    onSuccess: () => {
      onSent()
      toast({ title: t('Message sent again'), description: title })
    },
    onError: (error) => {
      onSent()
      showFailure(t('The message was not sent'), error)
    },
  })
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{title}</span>
        <span className="block text-sm text-soft">{formatInstant(at, timeZone)}</span>
      </p>
      <SmallButton
        className="flex-none"
        aria-label={t('Send again: {title}', { title })}
        pending={resend.isPending}
        onClick={() => resend.mutate({ params: { id: job.id, messageId: id } })}
      >
        {t('Send again')}
      </SmallButton>
    </li>
  )
}
