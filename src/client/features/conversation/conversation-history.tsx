import { clsx } from 'clsx'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useBusiness, useParty } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import { entryTimes } from './entry-times.ts'
import type { Unsent } from './typing-draft.ts'
import { useMarkRead } from './use-mark-read.ts'
import type { Messages } from './use-messages.ts'

interface ConversationHistoryProps {
  job: Job
  entries: readonly Communication[]
  messages: Messages
  asCustomer: boolean
}

/** Messages with the newest in view at the bottom, and those being sent. */
export function ConversationHistory(props: ConversationHistoryProps) {
  const { job, entries, messages, asCustomer } = props
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const stored = new Set(entries.map((entry) => entry.clientId))
  const unsent = messages.unsent.filter(({ clientId }) => !stored.has(clientId))
  const last = unsent.at(-1)?.clientId ?? entries.at(-1)?.id
  useLayoutEffect(() => {
    // Scroll to a new message only at the bottom, or when it is one's own.
    if (box.current && (atEnd.current || unsent.length > 0))
      box.current.scrollTop = box.current.scrollHeight
  }, [last, unsent.length])
  useMarkRead(job.id, entries, box)
  if (entries.length + unsent.length === 0) return null
  return (
    <div
      ref={box}
      role="log"
      aria-label={t('Messages')}
      // Allows scrolling by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - clientHeight - scrollTop < 24
      }}
      className="max-h-96 overflow-y-auto overscroll-contain rounded-control bg-sunken p-3"
    >
      <ol className="flex flex-col gap-2">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} job={job} asCustomer={asCustomer} />
        ))}
        {unsent.map((one) => (
          <Bubble key={one.clientId} side="right" text={one.message}>
            {one.failed ? (
              <Failed one={one} messages={messages} />
            ) : one.waiting ? (
              t('Waiting for a signal')
            ) : (
              t('Sending…')
            )}
          </Bubble>
        ))}
      </ol>
    </div>
  )
}

const typeNames = {
  system_notification: text('Notice'),
  call: text('Call'),
  sms: text('SMS'),
} as const

function Entry(props: { entry: Communication; job: Job; asCustomer: boolean }) {
  const { entry, job, asCustomer } = props
  const { brandName, timeZone, today } = useBusiness()
  const me = useParty().id
  const own = entry.direction === (asCustomer ? 'inbound' : 'outbound')
  const sender = [job.customer, job.technician].find((party) => party?.id === entry.fromUserId)
  const facts = [
    entry.fromUserId === me ? t('You') : (sender?.name.split(' ')[0] ?? brandName),
    translate(typeNames[entry.type]),
    ...entryTimes(entry, { as: own ? t('Sent') : t('Received'), timeZone, today }),
    own && entry.readAt && t('Read'),
  ]
  const notice = entry.type === 'system_notification'
  return (
    <Bubble
      side={notice ? 'middle' : own ? 'right' : 'left'}
      text={entry.type === 'sms' ? entry.message : translate(entry.message)}
    >
      {facts.filter(Boolean).join(' · ')}
    </Bubble>
  )
}

function Failed({ one, messages }: { one: Unsent; messages: Messages }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <span className="font-medium text-red">{t('Not sent')}</span>
      <Button size="small" onClick={() => messages.retry(one)}>
        {t('Try again')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => messages.discard(one.clientId)}>
        {t('Discard')}
      </Button>
    </span>
  )
}

interface BubbleProps {
  side: 'left' | 'middle' | 'right'
  text: string
  children: ReactNode
}

const sides = {
  left: { bubble: 'self-start', words: 'border border-line bg-card' },
  middle: { bubble: 'self-center text-center', words: 'self-center pb-0! font-medium' },
  right: {
    bubble: 'self-end text-right',
    words: 'self-end bg-ink text-left text-paper forced-colors:border',
  },
}

export function Bubble({ side, text, children }: BubbleProps) {
  return (
    <li className={clsx('flex max-w-[85%] flex-col', sides[side].bubble)}>
      <p
        className={clsx(
          'w-fit max-w-full rounded-control px-3 py-2 wrap-anywhere whitespace-pre-wrap',
          sides[side].words,
        )}
      >
        {text}
      </p>
      <div className="mt-0.5 px-1 text-sm text-soft">{children}</div>
    </li>
  )
}
