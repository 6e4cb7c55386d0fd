import { type ReactNode, type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { waitingOf } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { Button, LinkButton, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import {
  conversationSms,
  eventsSinceOpening,
  openingEvents,
  maxMessageLength,
  quickReplies,
} from '#shared/rules/conversation.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import type { Role } from '#shared/rules/roles.ts'
import { describeLength, describeTexts, signedSms, smsText } from '#shared/rules/sms-text.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ContactButtons } from './contact-buttons.tsx'
import { ConversationControl } from './conversation-control.tsx'
import { ConversationHistory } from './conversation-history.tsx'
import { useMessages, type Messages } from './use-messages.ts'
import { useConversation } from './use-conversation.ts'
import { SendHorizontal, Mail, Phone } from 'lucide-react'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { useBusiness, useParty } from '#client/app/session.ts'
import { paths } from '#shared/rules/paths.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { useStore } from '#client/ui/store.ts'
import { sharing, type SharingProblem, startSharing, stopSharing } from './position-sharing.ts'

interface CommunicationPanelProps {
  job: Job
  role: Role
  /** Names the visit if several panels are shown. */
  title?: ReactNode
}

export function CommunicationPanel({ job, role, title }: CommunicationPanelProps) {
  const conversation = useConversation(job)
  const messages = useMessages(job)
  const asCustomer = role === 'customer'
  const over = !isActiveJob(job.status)
  const active = job.communicationActive && !over
  const { data: entries = [] } = conversation
  // The page reports the lost connection; loaded messages stay below.
  const isOffline = conversation.data !== undefined && conversation.error?.status === 0
  const waiting = waitingOf('announce', job.id, useUnsentWork()).map(
    ({ change }) => openingEvents[change.body.event ?? 'on_my_way'].event,
  )
  const announced = eventsSinceOpening([...entries.map(({ event }) => event), ...waiting])
  return (
    <Card
      title={title ?? t('Communication')}
      action={
        <StatusBadge color={active ? 'green' : 'light'}>
          {active ? t('state|Active') : t('state|Inactive')}
        </StatusBadge>
      }
    >
      <div className="space-y-4">
        {over && <OfficePrompt job={job} asCustomer={asCustomer} />}
        {!over && asCustomer && !active && (
          <div role="status">
            <p className="font-medium">{t('Communication not active yet')}</p>
            <p className="text-sm text-soft">
              {t('Your technician opens it on the way to you. This page updates automatically.')}
            </p>
          </div>
        )}
        {!over && !asCustomer && <ConversationControl job={job} announced={announced} />}
        {role === 'technician' && (
          <ShareLocation
            job={job}
            onTheWay={active && job.status === 'assigned' && !announced.includes('arrived')}
          />
        )}
        {active && <ContactButtons job={job} asCustomer={asCustomer} messages={messages} />}
        {conversation.isPending && <Skeleton lines={2} />}
        {conversation.isError && !isOffline && (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-red">
              {t('The messages could not be loaded.')} {translate(conversation.error.message)}
            </p>
            <SmallButton
              pending={conversation.isFetching}
              onClick={() => void conversation.refetch()}
            >
              {t('Try again')}
            </SmallButton>
          </div>
        )}
        <ConversationHistory {...{ job, entries, messages, asCustomer }} />
        {active && <MessageForm job={job} messages={messages} role={role} />}
      </div>
    </Card>
  )
}

function MessageForm({ job, messages, role }: { job: Job; messages: Messages; role: Role }) {
  const { draft, setDraft, box, asText } = messages
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    messages.sendDraft({ asText })
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    // During IME composition Enter accepts a suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <>
      <ul className="flex flex-wrap gap-2" aria-label={t('Quick replies')}>
        {quickReplies(role).map((reply) => (
          <li key={reply}>
            <Button onClick={() => messages.send(translate(reply))}>{translate(reply)}</Button>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={submit} className="flex items-end gap-2">
        <Field label={t('Message')} hideLabel className="flex-1">
          <TextArea
            ref={box}
            rows={1}
            className="max-h-40! min-h-13! resize-none py-3.5!"
            maxLength={maxMessageLength}
            placeholder={asText ? t('Write a text message') : t('Write a message')}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={sendOnEnter}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon={<SendHorizontal />}
          disabledReason={draft.trim() === '' && t('Write a message first')}
        >
          <span className="max-sm:sr-only">{t('Send')}</span>
        </Button>
      </form>
      {role !== 'customer' && <TextSize job={job} draft={draft.trim()} asText={asText} />}
    </>
  )
}

interface TextSizeProps {
  job: Job
  draft: string
  asText: boolean
}

/** The draft's length and billing as a text message, if the business sends texts from here. */
function TextSize({ job, draft, asText }: TextSizeProps) {
  const { telephony, brandName } = useBusiness()
  const { id, firstName } = useParty()
  if (!telephony || (!draft && !asText)) return null
  const { origin } = location
  const ownLink = origin + paths.communication(job.id)
  // Counts the longer link: only the server knows whether the customer gets a guest's link.
  const guestLink = `${origin}${paths.guestVisit('x'.repeat(43))}#messages`
  const link = guestLink.length > ownLink.length ? guestLink : ownLink
  const name = (id === job.technicianId && firstName) || brandName
  const message = conversationSms({ name, message: draft, link })
  const body = smsText(signedSms(brandName, job.number, message), [name, brandName])
  return (
    <p className="text-sm text-soft">
      {t('{characters}. As a text message with our name and a link, billed as up to {texts}.', {
        characters: describeLength(draft),
        texts: describeTexts(body),
      })}
    </p>
  )
}

function OfficePrompt({ job, asCustomer }: { job: Job; asCustomer: boolean }) {
  const { supportPhone } = useBusiness()
  // The technician's page already shows completion at the top.
  if (!asCustomer)
    return <p className="text-soft">{t('The visit is over. From here on the office answers.')}</p>
  const title = job.status === 'completed' ? t('Service Completed') : t('Visit cancelled')
  return (
    <div>
      <p className="font-medium">{title}</p>
      <p className="text-soft">
        {t('Questions? Please contact the office and mention {number}.', { number: job.number })}
      </p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere sm:grid-cols-2">
        {supportPhone && (
          <LinkButton wide icon={<Phone />} href={paths.phone(supportPhone)}>
            {supportPhone}
          </LinkButton>
        )}
        <LinkButton wide icon={<Mail />} href={paths.contactAbout(job)}>
          {t('Write to the office')}
        </LinkButton>
      </div>
    </div>
  )
}

const problems: Record<SharingProblem, () => string> = {
  denied: () => t("Your browser is not sharing your location. Allow it in this page's settings."),
  unknown: () => t('Your location could not be found.'),
  over: () => t('Your location is no longer shared.'),
}

interface ShareLocationProps {
  job: Job
  /** True from "on my way" until arrival. */
  onTheWay: boolean
}

/** The technician's switch; turns off on arrival. */
function ShareLocation({ job, onTheWay }: ShareLocationProps) {
  const { jobId, problem } = useStore(sharing)
  const shared = jobId === job.id
  useEffect(() => {
    if (shared && !onTheWay) stopSharing()
  }, [shared, onTheWay])
  if (!onTheWay) return null
  return (
    <div>
      <Checkbox
        row
        role="switch"
        label={t('Share my location')}
        description={t('The customer sees where you are until you arrive.')}
        checked={shared}
        disabled={!('geolocation' in navigator)}
        onChange={({ target }) => (target.checked ? startSharing(job.id) : stopSharing())}
      />
      <p role="status" className="text-sm text-red empty:hidden">
        {problem && (!jobId || shared) && problems[problem]()}
      </p>
    </div>
  )
}
