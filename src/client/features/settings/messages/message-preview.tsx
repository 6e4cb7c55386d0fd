import { useEffect, useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import type { EditableMessage, MessageWords } from '#shared/rules/editable-messages.ts'
import { t, translate } from '#shared/texts/t.ts'

const pauseMs = 400

interface MessagePreviewProps {
  message: EditableMessage
  /** Undefined while invalid. */
  words: MessageWords | undefined
}

/** The message for the newest visit, after a typing pause. */
export function MessagePreview({ message: { id, channel }, words }: MessagePreviewProps) {
  const [shown, setShown] = useState<MessageWords | string>()
  const { subject, body } = words ?? {}
  useEffect(() => {
    if (subject === undefined || body === undefined) return
    const leaving = new AbortController()
    const pause = setTimeout(() => {
      api('POST /api/admin/message-words/preview', {
        body: { message: id, subject, body },
        signal: leaving.signal,
      })
        .then(setShown)
        .catch((error: unknown) => {
          if (error instanceof CallError && !leaving.signal.aborted)
            setShown(translate(error.message))
        })
    }, pauseMs)
    return () => {
      clearTimeout(pause)
      leaving.abort()
    }
  }, [id, subject, body])
  return (
    <section aria-label={t('Preview')} className="min-w-0">
      <h3 className="text-sm font-semibold">{t('With your newest visit')}</h3>
      <div className="mt-1.5 rounded-control border border-line bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-line">
        {shown === undefined ? (
          <p className="text-soft">{t('Loading')}</p>
        ) : typeof shown === 'string' ? (
          <p className="text-soft">{shown}</p>
        ) : (
          <>
            {channel === 'email' && <p className="mb-2 font-semibold">{shown.subject}</p>}
            {shown.body}
          </>
        )}
      </div>
    </section>
  )
}
