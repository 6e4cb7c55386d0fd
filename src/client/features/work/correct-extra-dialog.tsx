import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { makeChange, showWaiting, showWorkFailure } from '#client/app/work/make-change.ts'
import type { ShownExtra } from '#client/app/work/waiting-changes.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { ExtraForm as schema } from '#shared/contract/charges.ts'
import { t } from '#shared/texts/t.ts'
import { extraFields } from './extra-fields.tsx'
import { unsentEntryOf } from './remove-charge.ts'
import { useExtras } from './use-extras.ts'

interface CorrectExtraProps {
  jobId: string
  extra: ShownExtra
  onClose: () => void
}

/** Corrects what was mistyped; the customer is asked anew when it passes the limit by it. */
export function CorrectExtraDialog({ jobId, extra, onClose }: CorrectExtraProps) {
  const { asks, aboveCents, entries } = useExtras(jobId)
  const { serviceType, description, unitPrice, quantity } = extra
  return (
    <DialogForm
      title={t('Correct this extra')}
      onClose={onClose}
      submitLabel={t('Save')}
      schema={schema}
      defaultValues={{ serviceType, description, unitPrice: unitPrice.toFixed(2), quantity }}
      send={async ({ id: _id, ...body }) => {
        const asked = asks(body, extra)
        const unsent = unsentEntryOf(extra, entries)
        const amended = { kind: 'extra' as const, body: { ...body, id: extra.id }, asks: asked }
        if (unsent && (await workOutbox.amend(unsent.key, amended))) {
          showWaiting({ state: 'waiting' })
          return true
        }
        return makeChange({
          jobId,
          change: { kind: 'correctExtra', before: extra, body, asks: asked },
          refused: showWorkFailure(t('The extra was not corrected.')),
          success: { title: t('Extra corrected'), description: body.description },
        })
      }}
    >
      {extraFields({ asks: (price) => asks(price, extra), aboveCents })}
    </DialogForm>
  )
}
