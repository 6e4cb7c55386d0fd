import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type CustomerDetails, type CustomerNote, NoteForm } from '#shared/contract/customers.ts'
import { describeEvent } from '#shared/contract/describe-customer-event.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What the office has written down about a customer, newest first, with the box to write in. */
export function NotesCard({ customer: { id, notes } }: { customer: CustomerDetails }) {
  const { timeZone } = useBusiness()
  const [removing, setRemoving] = useState<CustomerNote | null>(null)
  return (
    <Card title={t('Notes of the office')}>
      <PageForm
        call="POST /api/admin/customers/{id}/notes"
        input={(body) => ({ params: { id }, body })}
        schema={NoteForm}
        defaultValues={{}}
        failureTitle={t('The note was not saved')}
        successToast={{ title: t('Note saved') }}
        startAnew
        className="space-y-3"
      >
        {({ TextAreaField }) => (
          <>
            <TextAreaField
              name="note"
              label={t('New note')}
              rows={2}
              hint={t('For the office alone: neither customer nor technician reads it.')}
            />
            <SubmitButton size="small">{t('Add note')}</SubmitButton>
          </>
        )}
      </PageForm>
      {notes.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start justify-between gap-2 py-2.5">
              <div className="min-w-0">
                <p className="wrap-anywhere whitespace-pre-line">{note.note}</p>
                <p className="text-sm text-soft">
                  {[note.author.name, formatInstant(note.createdAt, timeZone)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <IconButton
                size="small"
                icon={<Trash2 />}
                label={t('Remove the note of {when}', {
                  when: formatInstant(note.createdAt, timeZone),
                })}
                onClick={() => setRemoving(note)}
              />
            </li>
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmCall
          call="DELETE /api/admin/customers/{id}/notes/{noteId}"
          input={{ params: { id, noteId: removing.id } }}
          onClose={() => setRemoving(null)}
          danger
          title={t('Remove this note?')}
          description={removing.note.slice(0, 200)}
          confirmLabel={t('Remove')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Note removed') }}
          failureToast={t('The note was not removed')}
        />
      )}
    </Card>
  )
}

/** What was done to the record and by whom, newest first. */
export function HistoryCard({ customer: { history } }: { customer: CustomerDetails }) {
  const { timeZone } = useBusiness()
  if (history.length === 0) return null
  return (
    <Card title={t('History')}>
      <ol className="max-h-96 space-y-2 overflow-y-auto">
        {history.map((event) => (
          <li key={event.id}>
            <p>{describeEvent(event)}</p>
            <p className="text-sm text-soft">
              {[event.by, formatInstant(event.createdAt, timeZone)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
