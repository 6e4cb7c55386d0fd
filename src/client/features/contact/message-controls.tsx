import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshThings, useCall, useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { MessageThread } from '#shared/contract/contact.ts'
import { t } from '#shared/texts/t.ts'
import { MessageStatus } from './message-columns.tsx'

/** Whose the message is to answer, and whether it is done. */
export function MessageControls({ message }: { message: MessageThread }) {
  const { id, status, assignedTo, doneBy } = message
  const { data: office = [] } = useCall('GET /api/admin/admins')
  const change = useWrite('PATCH /api/admin/messages/{id}', {
    onError: (error) => {
      showFailure(t('Error'), error)
      // Somebody else was first: what they did is shown.
      refreshThings(['contact_messages'])
    },
  })
  const people = office.some((one) => one.id === assignedTo?.id)
    ? office
    : [...(assignedTo ? [assignedTo] : []), ...office]
  const next = status === 'open' ? 'done' : 'open'
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
            { value: '', label: t('Nobody') },
            ...people.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
      </Field>
      <p className="flex min-h-11 grow flex-wrap items-center gap-2 text-sm text-soft">
        <MessageStatus message={message} />
        {doneBy && t('by {name}', { name: doneBy.name })}
      </p>
      <Button
        pending={change.isPending}
        onClick={() => change.mutate({ params: { id }, body: { status: next } })}
      >
        {next === 'done' ? t('Mark as done') : t('Open again')}
      </Button>
    </div>
  )
}
