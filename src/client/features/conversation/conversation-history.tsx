import { clsx } from 'clsx'
import { type ReactNode, useLayoutEffect, useRef, type RefObject, useEffect, useState } from 'react'
import { useBusiness, useParty } from '#client/app/session.ts'
import { SmallButton, QuietButton } from '#client/ui/button.tsx'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { clockSkewMs } from '#shared/rules/time-of-work.ts'
import { formatDay, formatInstant, formatTime } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import type { Unsent } from './typing-draft.ts'
import type { Messages } from './use-messages.ts'
import { useGuestLink } from '#client/app/guest-link.ts'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'

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

type Times = Pick<Communication, 'createdAt' | 'receivedAt' | 'type'>
type Shown = {
  as: string
  timeZone: string
  today: string
}

/** When an entry was written, and when it arrived if minutes later, such as from a phone without signal. */
export function entryTimes({ createdAt, receivedAt, type }: Times, shown: Shown): string[] {
  const written = when(createdAt, shown)
  if (Date.parse(receivedAt) - Date.parse(createdAt) <= clockSkewMs) return [shown.as, written]
  const first =
    type === 'sms'
      ? t('Written {time}', { time: written })
      : t('Happened {time}', { time: written })
  return [first, shown.as, when(receivedAt, shown)]
}

function when(instant: string, { timeZone, today }: Shown): string {
  const full = formatInstant(instant, timeZone)
  return full.startsWith(`${formatDay(today)},`) ? formatTime(instant, timeZone) : full
}

function Failed({ one, messages }: { one: Unsent; messages: Messages }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <span className="font-medium text-red">{t('Not sent')}</span>
      <SmallButton onClick={() => messages.retry(one)}>{t('Try again')}</SmallButton>
      <QuietButton onClick={() => messages.discard(one.clientId)}>{t('Discard')}</QuietButton>
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

function Bubble({ side, text, children }: BubbleProps) {
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

/** Marks messages read once the last one has been on screen. */
function useMarkRead(
  jobId: string,
  entries: readonly Communication[],
  box: RefObject<HTMLElement | null>,
): void {
  const guestLink = useGuestLink()
  const { id: personId } = useParty()
  const { mutate } = useWrite('PATCH /api/jobs/{id}/communications/read', {
    onSuccess: (_, { body: { upTo } }) => storeRead(jobId, personId, upTo, guestLink),
  })
  const upTo = entries.findLast((entry) => entry.toUserId === personId && !entry.readAt)?.id
  const seen = useLastOnScreen(box, entries.at(-1)?.id)
  useEffect(() => {
    // Failures are silent; the next view retries.
    if (upTo && seen) mutate({ params: { id: jobId }, body: { upTo } })
  }, [jobId, upTo, seen, mutate])
}

/** Updates the cache now, so it isn't announced again. */
function storeRead(jobId: string, personId: string, upTo: string, guestLink: string | null): void {
  const read = { params: { id: jobId } }
  const { queryKey } = callQuery('GET /api/jobs/{id}/communications', read, guestLink)
  const readAt = new Date().toISOString()
  queryClient.setQueryData<Communication[]>(queryKey, (entries) => {
    const last = entries?.findIndex(({ id }) => id === upTo) ?? -1
    return entries?.map((entry, at) =>
      at <= last && entry.toUserId === personId && !entry.readAt ? { ...entry, readAt } : entry,
    )
  })
}

/** Whether the end of the list in `box` is visible: scrolled to, in a visible tab. */
function useLastOnScreen(box: RefObject<HTMLElement | null>, last: string | undefined): boolean {
  const [inView, setInView] = useState(false)
  const [looking, setLooking] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const end = box.current?.querySelector('li:last-child')
    if (!end) return
    const observer = new IntersectionObserver((changes) =>
      setInView(changes.at(-1)?.isIntersecting ?? false),
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [box, last])
  useEffect(() => {
    const look = () => setLooking(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return inView && looking
}
