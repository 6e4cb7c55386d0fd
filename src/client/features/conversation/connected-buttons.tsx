import { MessageSquare, Phone } from 'lucide-react'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { contactWidth } from './contact-width.ts'
import { showConversationFailure } from './show-conversation-failure.ts'
import type { Messages } from './use-messages.ts'

interface ConnectedButtonsProps {
  job: Job
  asCustomer: boolean
  messages: Messages
}

/** Calling and texting through the business's number, so that neither party needs the other's. */
export function ConnectedButtons({ job, asCustomer, messages }: ConnectedButtonsProps) {
  const name = (asCustomer ? job.technician?.name : job.customer.name) ?? ''
  const call = useWrite('POST /api/jobs/{id}/call', {
    onSuccess: () =>
      toast({
        title: t('Your phone rings in a moment'),
        description: t('Pick up, and we connect you with {name}.', { name }),
      }),
    onError: (error) => showConversationFailure(error, t('The call could not be connected.')),
  })
  const { draft, sendDraft, writeText } = messages
  const sendText = () => {
    if (draft.trim()) return sendDraft({ asText: true })
    writeText()
    toast({
      title: t('Send SMS'),
      description: t('Write your message; we send it as a text message too.'),
    })
  }
  return (
    <>
      <Button
        wide
        size="large"
        className={contactWidth}
        icon={<Phone />}
        pending={call.isPending}
        onClick={() => call.mutate({ params: { id: job.id } })}
      >
        {asCustomer ? t('Call Technician') : t('Call Customer')}
      </Button>
      <Button
        wide
        size="large"
        className={contactWidth}
        icon={<MessageSquare />}
        onClick={sendText}
      >
        {t('Send SMS')}
      </Button>
    </>
  )
}
