import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { IconButton, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import {
  type CustomerDetails,
  type CustomerMessage,
  type CustomerNote,
  NoteForm,
} from '#shared/contract/customers.ts'
import { describeEvent } from '#shared/contract/describe-customer-event.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export function MessagesCard({ id }: { id: string }) {
  const { timeZone } = useBusiness()
  const messages = useCall('GET /api/admin/customers/{id}/messages', { params: { id } })
  return (
    <Card title={t('Messages')}>
      <List
        list={messages}
        failed={t('The messages could not be loaded')}
        empty={<p className="text-soft">{t('Nothing was written yet')}</p>}
      >
        {(all) => (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {all.map((message) => (
              <li key={message.id} className="py-2.5 first:pt-0 last:pb-0">
                <p className="text-sm text-soft">
                  {message.byCustomer ? t('From the customer') : t('From the business')}
                  {' · '}
                  {formatInstant(message.createdAt, timeZone)}
                </p>
                <TextLink href={positionOf(message)} className="font-medium">
                  {message.subject || (message.job ? message.job.number : t('Message'))}
                </TextLink>
                <p className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line">
                  {message.text}
                </p>
              </li>
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}

const positionOf = ({ kind, id, job }: CustomerMessage) =>
  kind === 'inbox' ? officePaths.message(id) : officePaths.officeVisit(job?.id ?? '')

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
        startOver
        className="space-y-3"
      >
        {({ TextAreaField }) => (
          <>
            <TextAreaField
              name="note"
              label={t('New note')}
              rows={2}
              hint={t('Only for the office: neither customers nor technicians see it.')}
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

export function HistoryCard({ customer: { history } }: { customer: CustomerDetails }) {
  const { timeZone } = useBusiness()
  if (history.length === 0) return null
  return (
    <Card title={t('History')}>
      <ol className="max-h-96 space-y-2 overflow-y-auto">
        {history.map((event) => (
          <li key={event.id}>
            <p>{describeEvent(event)}</p>
            {event.consent && (
              <p className="text-sm text-soft wrap-anywhere">
                {[
                  nationalPhone(event.consent.phone ?? ''),
                  event.consent.words && `“${event.consent.words}”`,
                ]
                  .filter(Boolean)
                  .join(': ')}
              </p>
            )}
            <p className="text-sm text-soft">
              {[event.by, formatInstant(event.createdAt, timeZone)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
