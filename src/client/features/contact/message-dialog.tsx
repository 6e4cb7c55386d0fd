import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshThings, useCall, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { whileDown } from '#client/app/socket-state.ts'
import { Button } from '#client/ui/button.tsx'
import { useConfirm } from '#client/ui/confirm-dialog.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type MessageThread, ReplyForm } from '#shared/contract/contact.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { describeSmsSize, smsText } from '#shared/rules/sms-text.ts'
import { t, translate } from '#shared/texts/t.ts'
import { MessageStatus } from './message-columns.tsx'
import { MessageText } from './message-text.tsx'

export default function MessageDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const message = useCall(
    'GET /api/admin/messages/{id}',
    { params: { id } },
    { refetchInterval: whileDown() },
  )
  if (message.data) return <Thread message={message.data} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={t('Message')}>
      {message.isError ? (
        <ErrorState
          title={t('The message could not be loaded')}
          text={translate(message.error.message)}
          onRetry={() => void message.refetch()}
          pending={message.isFetching}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

const { message: answer } = ReplyForm.shape
const AnswerForm = z.strictObject({ message: answer })

function Thread({ message, onClose }: { message: MessageThread; onClose: () => void }) {
  const { id, channel, name, email, phone, subject, replies } = message
  const { brandName } = useBusiness()
  const content = (
    <>
      <MessageText message={message} />
      <MessageControls message={message} />
    </>
  )
  const bySms = channel === 'sms'
  if (bySms ? message.textsStopped : !email)
    return (
      <Dialog
        onClose={onClose}
        title={subject}
        size="wide"
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        {content}
        <p className="mt-4 text-soft">
          {bySms
            ? t('{name} has opted out of texts. Please call.', { name })
            : t('{name} left no e-mail address, so you cannot reply from here.', { name })}
        </p>
      </Dialog>
    )
  return (
    <DialogForm
      call="POST /api/admin/messages/{id}/reply"
      input={(body) => ({ params: { id }, body: { ...body, seenReplies: replies.length } })}
      schema={AnswerForm}
      draft={`answer ${id}`}
      defaultValues={{ message: '' }}
      onClose={onClose}
      title={subject}
      size="wide"
      cancelLabel={t('Close')}
      submitLabel={t('Send answer')}
      failureTitle={t('The answer was not sent')}
      successToast={{
        title: t('Answer sent'),
        description: bySms
          ? t('It goes to {phone} as a text message.', { phone: nationalPhone(phone) })
          : t('It goes to {email} by e-mail.', { email }),
      }}
    >
      {({ TextAreaField }, typed) => (
        <>
          {content}
          <TextAreaField
            name="message"
            label={t('Your answer')}
            hint={
              bySms
                ? [
                    t('Texted to {phone}, and the message is marked as done.', {
                      phone: nationalPhone(phone),
                    }),
                    describeSmsSize(smsText(typed.message ?? '', [name, brandName])),
                  ].join(' ')
                : t('Sent to {email}, and the message is marked as done.', { email })
            }
            rows={bySms ? 3 : 5}
          />
        </>
      )}
    </DialogForm>
  )
}

function MessageControls({ message }: { message: MessageThread }) {
  const { id, channel, status, assignedTo, doneBy, textsStopped } = message
  const { data: office = [] } = useCall('GET /api/admin/team')
  const change = useWrite('PATCH /api/admin/messages/{id}', {
    onError: (error) => {
      showFailure(t('Error'), error)
      // Someone else was first: show their change.
      refreshThings(['contact_messages'])
    },
  })
  const people = office.some((one) => one.id === assignedTo?.id)
    ? office
    : [...(assignedTo ? [assignedTo] : []), ...office]
  const next = status === 'open' ? 'done' : 'open'
  const { confirm, confirmDialog } = useConfirm()
  async function endTexts() {
    const yes = await confirm({
      title: t('End texts to {name}?', { name: message.name }),
      description: t(
        'Do this when they ask you to. Only they can turn texts on again: in the app, or by texting START.',
      ),
      confirmLabel: t('End texts'),
    })
    if (yes) change.mutate({ params: { id }, body: { textsStopped: true } })
  }
  return (
    <div className="flex flex-wrap items-end gap-3 border-y border-line py-3">
      <Field label={t('Assigned to')} className="min-w-40 grow sm:grow-0">
        <Select
          value={assignedTo?.id ?? ''}
          onChange={({ target: { value } }) =>
            change.mutate({
              params: { id },
              body: { assignedTo: value || null, assignedFrom: assignedTo?.id ?? null },
            })
          }
          options={[
            { value: '', label: t('No one') },
            ...people.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
      </Field>
      <p className="flex min-h-11 grow flex-wrap items-center gap-2 text-sm text-soft">
        <MessageStatus message={message} />
        {doneBy && t('by {name}', { name: doneBy.name })}
      </p>
      {channel === 'sms' && !textsStopped && (
        <Button onClick={() => void endTexts()}>{t('End texts')}</Button>
      )}
      {confirmDialog}
      <Button
        pending={change.isPending}
        onClick={() => change.mutate({ params: { id }, body: { status: next } })}
      >
        {next === 'done' ? t('Mark as done') : t('Open again')}
      </Button>
    </div>
  )
}
