import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { sendNow } from '#client/app/socket-state.ts'
import { useGuestLink } from '#client/app/guest-link.ts'
import { newActionKey, refreshAfter, refreshThings, useApi } from '#client/app/queries.ts'
import { useParty } from '#client/app/session.ts'
import { cacheEntry, cachedEntry } from '#client/app/conversation-cache.ts'
import { showWaiting } from '#client/app/work/make-change.ts'
import { waitingOf } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork, workOutbox } from '#client/app/work/work-outbox.ts'
import { toast } from '#client/ui/toast.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { saveTyping, readTyping, type Unsent } from './typing-draft.ts'
import { showConversationFailure } from './show-conversation-failure.ts'

const route = 'POST /api/jobs/{id}/send-message'

/**
 * A conversation's draft and unsent messages. Messages show at once and are sent in order, by call and by socket; the server
 * stores them once, and the faster way counts.
 */
export function useMessages({ id: jobId, customerId, technicianId, customer }: Job) {
  const { id: personId, role } = useParty()
  const guestLink = useGuestLink()
  const call = useApi()
  const params = { id: jobId }
  const waiting = waitingOf('message', jobId, useUnsentWork()).map(({ key, change }): Unsent => {
    const { message, clientId = key } = change.body
    return { clientId, message, failed: false, waiting: true }
  })
  const [{ draft, unsent }, setTyping] = useState(() => readTyping(personId, jobId))
  useEffect(() => saveTyping(personId, jobId, { draft, unsent }), [personId, jobId, draft, unsent])
  const box = useRef<HTMLTextAreaElement>(null)
  const [asText, setAsText] = useState(false)
  const setUnsent = (change: (all: Unsent[]) => Unsent[]) =>
    setTyping((typing) => ({ ...typing, unsent: change(typing.unsent) }))
  const discard = (clientId: string) =>
    setUnsent((all) => all.filter((one) => one.clientId !== clientId))
  const setFailed = (clientId: string, failed: boolean) =>
    setUnsent((all) => all.map((one) => (one.clientId === clientId ? { ...one, failed } : one)))

  const post = useMutation<Communication | null, CallError, Unsent>({
    scope: { id: `messages ${jobId}` },
    mutationFn: async ({ clientId, message, asText }) => {
      const body = { message, messageType: 'sms', clientId, ...(asText && { asText }) } as const
      const toUserId = personId === customerId ? technicianId : customerId
      // The socket belongs to the signed-in person.
      if (!guestLink)
        sendNow({ type: 'job_communication', jobId, ...body, fromUserId: personId, toUserId })
      // Technicians often lack a signal, so keep their messages; the office and customers have a network.
      if (role !== 'customer') {
        const outcome = await workOutbox.add(jobId, { kind: 'message', body: body })
        if (outcome.state === 'sent') return outcome.answer as Communication
        if (outcome.state === 'waiting') showWaiting(outcome)
        return null
      }
      try {
        const sent = await call(route, { params, body: body })
        refreshAfter(route, { params })
        return sent
      } catch (error) {
        const arrived = cachedEntry(jobId, clientId, guestLink)
        if (arrived) return arrived
        throw error
      }
    },
    onSuccess: (entry, { clientId, asText }) => {
      discard(clientId)
      if (!entry) return
      cacheEntry(jobId, entry, guestLink)
      const { texted } = entry
      const receiver = role === 'customer' ? '' : customer.name
      const description =
        asText && texted !== undefined ? describeTexted(texted, receiver) : undefined
      toast({ title: t('Message Sent'), ...(description && { description }) })
    },
    onError: (error, { clientId }) => {
      setFailed(clientId, true)
      showConversationFailure(t('Failed to send message.'))(error)
      // The conversation was probably closed.
      if (error.status === 409) refreshThings(['jobs'], jobId)
    },
  })
  const setDraft = (text: string) => setTyping((typing) => ({ ...typing, draft: text }))
  const send = (message: string, also: Pick<Unsent, 'asText'> = {}) => {
    const one: Unsent = { clientId: newActionKey(), message, failed: false, ...also }
    setUnsent((all) => [...all, one])
    post.mutate(one)
  }
  return {
    draft,
    setDraft,
    unsent: [
      ...waiting,
      ...unsent.filter(({ clientId }) => !waiting.some((one) => one.clientId === clientId)),
    ],
    box,
    /** Whether the draft is also sent as a text message. */
    asText,
    writeText: () => {
      setAsText(true)
      box.current?.focus()
    },
    send,
    sendDraft: (also: Pick<Unsent, 'asText'>) => {
      const message = draft.trim()
      if (!message) return
      setDraft('')
      setAsText(false)
      send(message, also)
    },
    retry(one: Unsent) {
      setFailed(one.clientId, false)
      post.mutate(one)
    },
    discard,
  }
}

/** `receiver`: the name of the person we text; empty for technicians. */
const describeTexted = (texted: boolean, receiver: string) =>
  texted
    ? receiver
      ? t('We text it to {name} too.', { name: receiver })
      : t('We send it as a text message too.')
    : t('It appears in this conversation only; we send no text message.')

export type Messages = ReturnType<typeof useMessages>
