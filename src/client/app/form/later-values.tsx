import { type ReactNode, useState } from 'react'
import type { CallInput, Route } from '#client/app/call.ts'
import { QuietButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { ConfirmCall } from './confirm-call.tsx'

/** A value that applies from a later day. `cancel`: input of the call that cancels it, by planning the value before it. */
type LaterValue<R extends Route> = {
  key: string
  words: string
  cancel: CallInput<R>
  /** Effects of cancelling it, in the question. */
  effects?: ReactNode
  onChange?: () => void
}

interface LaterValuesProps<R extends Route> {
  title: string
  values: readonly LaterValue<R>[]
  call: R
  failureToast: string
}

/** Planned changes of a value; each can be cancelled after a question. */
export function LaterValues<R extends Route>(props: LaterValuesProps<R>) {
  const { title, values, call, failureToast } = props
  const [cancelling, setCancelling] = useState<LaterValue<R> | null>(null)
  return (
    <section aria-label={title} className="text-sm">
      <h3 className="font-semibold">{title}</h3>
      <ul className="divide-y divide-line">
        {values.map((value) => (
          <li key={value.key} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
            <span className="min-w-0 flex-1 basis-52">{value.words}</span>
            <span className="flex flex-none">
              {value.onChange && (
                <QuietButton
                  aria-label={t('Change: {change}', { change: value.words })}
                  onClick={value.onChange}
                >
                  {t('Change')}
                </QuietButton>
              )}
              <QuietButton
                aria-label={t('Cancel: {change}', { change: value.words })}
                onClick={() => setCancelling(value)}
              >
                {t('Cancel it')}
              </QuietButton>
            </span>
          </li>
        ))}
      </ul>
      {cancelling && (
        <ConfirmCall
          call={call}
          input={cancelling.cancel}
          title={t('Cancel this change?')}
          description={cancelling.words}
          confirmLabel={t('Cancel the change')}
          cancelLabel={t('Keep it')}
          successToast={{ title: t('Change cancelled'), description: cancelling.words }}
          failureToast={failureToast}
          onClose={() => setCancelling(null)}
        >
          {cancelling.effects}
        </ConfirmCall>
      )}
    </section>
  )
}
