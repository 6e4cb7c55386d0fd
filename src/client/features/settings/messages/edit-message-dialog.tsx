import { useMemo, useRef, useState, useEffect } from 'react'
import { type CallAnswer, api, CallError } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useWrite } from '#client/app/queries.ts'
import { SmallButton, QuietButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { wordsFormOf } from '#shared/contract/editable-messages.ts'
import {
  builtInWords,
  type EditableMessage,
  type MessageWords,
  placeholders,
  wordsProblem,
} from '#shared/rules/editable-messages.ts'
import { describeSmsSize } from '#shared/rules/sms-text.ts'
import { t, translate } from '#shared/texts/t.ts'

type Settings = CallAnswer<'GET /api/admin/settings'>

interface MessageDialogProps {
  message: EditableMessage
  settings: Settings
  onClose: () => void
}

/** Edits a customer message, previewed with a real visit; can be sent to oneself as a test. */
export default function MessageDialog({ message, settings, onClose }: MessageDialogProps) {
  // The texts when the dialog opened.
  const [own] = useState(() => settings.messageWords[message.id])
  const seen = useRef({ words: settings.messageWords, version: settings.version })
  const schema = useMemo(() => wordsFormOf(message), [message])
  const test = useWrite('POST /api/admin/message-words/test', {
    onSuccess: ({ email }) => toast({ title: t('Sent'), description: email }),
    onError: (error) => showFailure(t('Not sent'), error),
  })
  const isEmail = message.channel === 'email'
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      draft={`words ${message.id}`}
      input={(words) => ({
        body: { messageWords: withWords(seen.current.words, message.id, words) },
        ifMatch: seen.current.version,
      })}
      schema={schema}
      defaultValues={own ?? builtInWords}
      insist={(error, values) => {
        const { reason, version, now } = (error.details ?? {}) as Refused
        if (reason !== 'changed' || version === undefined || !now) return null
        seen.current = { words: now.messageWords, version }
        return {
          question: {
            title: t('Changed by someone else'),
            description: t('Someone else has changed message texts. Save yours too?'),
            confirmLabel: t('Save mine'),
          },
          values,
        }
      }}
      onClose={onClose}
      size="wide"
      title={translate(message.title)}
      description={t('Applies to everything sent from now on.')}
      submitLabel={t('Save')}
      successToast={{ title: t('Saved'), description: translate(message.title) }}
    >
      {({ TextField, TextAreaField }, { subject = '', body = '' }, form) => {
        const words = { subject, body }
        const canShow = wordsProblem(message, words) === undefined
        return (
          <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
            <div className="space-y-4">
              {isEmail && <TextField name="subject" label={t('Subject')} />}
              <TextAreaField name="body" label={t('Words')} rows={8} />
              <details>
                <summary className="cursor-pointer text-sm font-medium">
                  {t('Available placeholders')}
                </summary>
                <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
                  {placeholders.map(({ name, says }) => (
                    <div key={name} className="contents">
                      <dt className="font-mono">{`{${name}}`}</dt>
                      <dd className="text-soft">{translate(says)}</dd>
                    </div>
                  ))}
                </dl>
              </details>
              <div className="flex flex-wrap gap-2">
                <SmallButton
                  pending={test.isPending}
                  disabledReason={!canShow && t('This text cannot be sent yet')}
                  onClick={() => test.mutate({ body: { message: message.id, ...words } })}
                >
                  {t('Mail it to me')}
                </SmallButton>
                <QuietButton
                  onClick={() => {
                    for (const name of ['subject', 'body'] as const)
                      form.setValue(name, builtInWords[name], {
                        shouldDirty: true,
                        shouldValidate: true,
                      })
                  }}
                >
                  {t('Restore the built-in text')}
                </QuietButton>
              </div>
            </div>
            <MessagePreview message={message} words={canShow ? words : undefined} />
          </div>
        )
      }}
    </DialogForm>
  )
}

type Refused = { reason?: string; version?: number; now?: Pick<Settings, 'messageWords'> }

/** The default text isn't stored as custom. */
function withWords(all: Settings['messageWords'], id: string, words: MessageWords) {
  const { [id]: _, ...others } = all
  const isBuiltIn = words.body === builtInWords.body && words.subject === builtInWords.subject
  return isBuiltIn ? others : { ...others, [id]: words }
}

const pauseMs = 400

interface MessagePreviewProps {
  message: EditableMessage
  /** Undefined while invalid. */
  words: MessageWords | undefined
}

/** The message for the newest visit, after a typing pause. */
function MessagePreview({ message: { id, channel }, words }: MessagePreviewProps) {
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
      {channel === 'sms' && typeof shown === 'object' && (
        <p className="mt-1.5 text-sm text-soft">{describeSmsSize(shown.body)}</p>
      )}
    </section>
  )
}
