import { type ReactNode, useId } from 'react'
import type { CallAnswer, Route } from '#client/app/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, type DialogProps } from '#client/ui/dialog.tsx'
import { t } from '#shared/texts/t.ts'
import type { FormSchema } from './schema-fields.ts'
import { FormBody, type FormChildren } from './form-body.tsx'
import { type Parsed, type SavingProps, type Typed, useSavingForm } from './saving-form.ts'

type DialogFormProps<S extends FormSchema, R extends Route, Answer> = SavingProps<S, R, Answer> &
  Pick<DialogProps, 'title' | 'description' | 'size' | 'onClose'> & {
    submitLabel: string | ((values: Partial<Typed<S>>) => string)
    cancelLabel?: string
    danger?: boolean
    children?: FormChildren<Typed<S>, Parsed<S>>
  }

export function DialogForm<S extends FormSchema, R extends Route = never, Answer = CallAnswer<R>>(
  props: DialogFormProps<S, R, Answer>,
): ReactNode {
  const { onClose, submitLabel } = props
  const saving = useSavingForm<S, R, Answer>(props, { success: onClose, failure: onClose })
  const { values, pending, ask, question } = saving
  const id = useId()
  return (
    <>
      {/* First, so that it unmounts first and the dialog returns the focus to its opener. */}
      {question}
      {saving.confirmDialog}
      <Dialog
        onClose={() => ask(onClose)}
        title={props.title}
        description={props.description}
        size={props.size}
        footer={
          <>
            <Button onClick={() => ask(onClose)}>{props.cancelLabel ?? t('Cancel')}</Button>
            <Button
              type="submit"
              form={id}
              variant={props.danger ? 'danger' : 'primary'}
              pending={pending}
              disabledReason={saving.disabledReason}
            >
              {typeof submitLabel === 'function' ? submitLabel(values) : submitLabel}
            </Button>
          </>
        }
      >
        <FormBody id={id} saving={saving} className="space-y-4">
          {props.children}
        </FormBody>
      </Dialog>
    </>
  )
}
