import { MessageSquare, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** Calling and texting the other party: by the phone in the hand, where it is one. */
export function ContactButtons({ job, asCustomer }: { job: Job; asCustomer: boolean }) {
  const phone = (asCustomer ? job.technician?.phone : job.customer.phone) ?? ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-2">
      <ContactButton scheme="tel" phone={phone} icon={<Phone />}>
        {asCustomer ? t('Call Technician') : t('Call Customer')}
      </ContactButton>
      <ContactButton scheme="sms" phone={phone} icon={<MessageSquare />}>
        {t('Send SMS')}
      </ContactButton>
    </div>
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
        className={narrow}
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
    <Button wide size="large" className={narrow} icon={icon} onClick={explain}>
      {children}
    </Button>
  )
}

// Two beside each other on the narrowest phone, in one line each.
const narrow = 'px-3! text-base!'

// No browser says whether it can call; what is used by finger first nearly always can.
const canCall = () => matchMedia('(pointer: coarse)').matches
