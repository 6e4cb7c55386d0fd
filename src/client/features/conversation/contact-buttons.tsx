import { MessageSquare, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { ConnectedButtons } from './connected-buttons.tsx'
import { contactWidth } from './contact-width.ts'
import type { Messages } from './use-messages.ts'

interface ContactButtonsProps {
  job: Job
  asCustomer: boolean
  messages: Messages
}

/** Calling and texting the other party: by the business where it can, else by the phone in the hand. */
export function ContactButtons(props: ContactButtonsProps) {
  const { telephony } = useBusiness()
  return (
    <div className="grid grid-cols-1 gap-2 min-[24rem]:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-2">
      {telephony ? <ConnectedButtons {...props} /> : <OwnPhoneButtons {...props} />}
    </div>
  )
}

function OwnPhoneButtons({ job, asCustomer }: ContactButtonsProps) {
  const phone = (asCustomer ? job.technician?.phone : job.customer.phone) ?? ''
  return (
    <>
      <ContactButton scheme="tel" phone={phone} icon={<Phone />}>
        {asCustomer ? t('Call Technician') : t('Call Customer')}
      </ContactButton>
      <ContactButton scheme="sms" phone={phone} icon={<MessageSquare />}>
        {t('Send SMS')}
      </ContactButton>
    </>
  )
}

interface ContactButtonProps {
  scheme: 'tel' | 'sms'
  phone: string
  icon: ReactNode
  children: string
}

function ContactButton({ scheme, phone, icon, children }: ContactButtonProps) {
  if (phone && canCall())
    return (
      <LinkButton
        wide
        size="large"
        className={contactWidth}
        icon={icon}
        href={`${scheme}:${phone.replace(/[^\d+]/g, '')}`}
      >
        {children}
      </LinkButton>
    )
  const explain = () =>
    toast({
      title: children,
      description: phone
        ? t('A telephony integration would be wired in production. The number is {phone}.', {
            phone,
          })
        : t('A telephony integration would be wired in production.'),
    })
  return (
    <Button wide size="large" className={contactWidth} icon={icon} onClick={explain}>
      {children}
    </Button>
  )
}

// No browser says whether it can call; what is used by finger first nearly always can.
const canCall = () => matchMedia('(pointer: coarse)').matches
