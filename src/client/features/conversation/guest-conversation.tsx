import { useQuery } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { whileGuestDown } from '#client/app/socket-state.ts'
import { api, type CallError } from '#client/app/call.ts'
import { newActionKey, queryClient, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { useStoredState } from '#client/app/use-stored-state.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { longestMessage } from '#shared/rules/conversation.ts'
import { t, translate } from '#shared/texts/t.ts'
import { Bubble } from './conversation-history.tsx'
import { entryTimes } from './entry-times.ts'

/** A guest's conversation with the technician, by link; nothing until the technician opens it. */
export function GuestConversation({ token, job }: { token: string; job: Job }) {
  const active = job.communicationActive
  const queryKey = ['POST /api/guest-links/conversation', token]
  const conversation = useQuery<Communication[], CallError>({
    queryKey,
    queryFn: ({ signal }) => api('POST /api/guest-links/conversation', { body: { token }, signal }),
    refetchInterval: () => (active ? whileGuestDown() : false),
  })
  const { data: entries = [] } = conversation
  if (!active && entries.length === 0) return null
  return (
    <section id="messages" className="scroll-mt-4">
      <Card title={t('Messages')}>
        <div className="space-y-4">
          {conversation.isError && (
            <Banner tone="error" title={t('The messages could not be loaded.')}>
              {translate(conversation.error.message)}
            </Banner>
          )}
          {entries.length > 0 && (
            <ol
              aria-label={t('Messages')}
              tabIndex={0}
              className="flex max-h-96 flex-col gap-2 overflow-y-auto rounded-control bg-sunken p-3"
            >
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} job={job} />
              ))}
            </ol>
          )}
          {active && (
            <WriteForm
              token={token}
              jobId={job.id}
              onSent={(sent) =>
                queryClient.setQueryData<Communication[]>(queryKey, (before = []) => [
                  ...before.filter(({ id }) => id !== sent.id),
                  sent,
                ])
              }
            />
          )}
        </div>
      </Card>
    </section>
  )
}

function Entry({ entry, job }: { entry: Communication; job: Job }) {
  const { brandName, timeZone, today } = useBusiness()
  const own = entry.direction === 'inbound'
  const as = own ? t('Sent') : t('Received')
  const notice = entry.type === 'system_notification'
  const sender = own ? t('You') : job.technician?.name.split(' ')[0] || brandName
  return (
    <Bubble
      side={notice ? 'middle' : own ? 'right' : 'left'}
      text={entry.type === 'sms' ? entry.message : translate(entry.message)}
    >
      {[!notice && sender, ...entryTimes(entry, { as, timeZone, today })]
        .filter(Boolean)
        .join(' · ')}
    </Bubble>
  )
}

interface WriteFormProps {
  token: string
  jobId: string
  onSent: (sent: Communication) => void
}

function WriteForm({ token, jobId, onSent }: WriteFormProps) {
  const [draft, setDraft] = useStoredState(`guest message ${jobId}`, '')
  // Kept until delivered, so a retry doesn't send a second message.
  const [clientId, setClientId] = useState(newActionKey)
  const write = useWrite('POST /api/guest-links/send-message', {
    onSuccess: (sent) => {
      onSent(sent)
      setDraft(null)
      setClientId(newActionKey())
      toast({ title: t('Message Sent') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const message = draft.trim()
    if (message && !write.isPending) write.mutate({ body: { token, message, clientId } })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      <div className="flex items-end gap-2">
        <Field
          label={t('Message')}
          hideLabel
          className="flex-1"
          error={write.error ? translate(write.error.message) : undefined}
        >
          <TextArea
            rows={1}
            className="max-h-40! min-h-13! resize-none py-3.5!"
            maxLength={longestMessage}
            placeholder={t('Write a message')}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<SendHorizontal />}
          pending={write.isPending}
          disabledReason={draft.trim() === '' && t('Write a message first')}
        >
          <span className="max-sm:sr-only">{t('Send')}</span>
        </Button>
      </div>
    </form>
  )
}
