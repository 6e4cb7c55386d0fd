import { MessageSquare, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { showConversationFailure } from './show-conversation-failure.ts'
import type { Messages } from './use-messages.ts'

interface ContactButtonsProps {
  job: Job
  asCustomer: boolean
  messages: Messages
}

/** Calls or texts the other party, through the business's number if possible, else by one's own phone. */
export function ContactButtons(props: ContactButtonsProps) {
  const { telephony } = useBusiness()
  const { name, phone } = props.job.customer
  const number = useShownPhone(phone).replaceAll(' ', '\u00A0')
  const reached = [name, number].filter(Boolean).join(', ')
  return (
    <div>
      <div className="grid grid-cols-1 gap-2 min-[24rem]:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-2">
        {telephony ? <ConnectedButtons {...props} /> : <OwnPhoneButtons {...props} />}
      </div>
      {!props.asCustomer && reached && (
        <p className="mt-2 text-sm text-soft wrap-anywhere">
          {t('Calls and texts reach {contact}.', { contact: reached })}
        </p>
      )}
    </div>
  )
}

// Fits both buttons side by side on the narrowest phones.
const look = { wide: true, size: 'large', className: 'px-2! text-base!' } as const

const callWords = (asCustomer: boolean) => (asCustomer ? t('Call Technician') : t('Call Customer'))

/** Uses the business's number, so neither party needs the other's. */
function ConnectedButtons({ job, asCustomer, messages }: ContactButtonsProps) {
  const name = (asCustomer ? job.technician?.name : job.customer.name) ?? ''
  const call = useWrite('POST /api/jobs/{id}/call', {
    onSuccess: () =>
      toast({
        title: t('Your phone rings in a moment'),
        description: t('Pick up, and we connect you with {name}.', { name }),
      }),
    onError: showConversationFailure(t('The call could not be connected.')),
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
  const startCall = () => call.mutate({ params: { id: job.id } })
  return (
    <>
      <Button {...look} icon={<Phone />} pending={call.isPending} onClick={startCall}>
        {callWords(asCustomer)}
      </Button>
      <Button {...look} icon={<MessageSquare />} onClick={sendText}>
        {t('Send SMS')}
      </Button>
    </>
  )
}

function OwnPhoneButtons({ job, asCustomer }: ContactButtonsProps) {
  const phone = (asCustomer ? job.technician?.phone : job.customer.phone) ?? ''
  const shown = useShownPhone(phone)
  const button = (scheme: 'tel' | 'sms', icon: ReactNode, label: string) =>
    phone && canCall() ? (
      <LinkButton {...look} icon={icon} href={paths.phone(phone, scheme)}>
        {label}
      </LinkButton>
    ) : (
      <Button {...look} icon={icon} onClick={() => explain(label, shown)}>
        {label}
      </Button>
    )
  return (
    <>
      {button('tel', <Phone />, callWords(asCustomer))}
      {button('sms', <MessageSquare />, t('Send SMS'))}
    </>
  )
}

const explain = (title: string, phone: string) =>
  toast({
    title,
    description: phone
      ? t('A telephony integration would be wired in production. The number is {phone}.', { phone })
      : t('A telephony integration would be wired in production.'),
  })

// Browsers don't tell whether they can call; touch devices nearly always can.
const canCall = () => matchMedia('(pointer: coarse)').matches
