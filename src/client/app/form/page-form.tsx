import type { ComponentProps, ReactNode } from 'react'
import type { Path } from 'react-hook-form'
import type { CallAnswer, Route } from '#client/app/call.ts'
import { Button } from '#client/ui/button.tsx'
import type { FormSchema } from './schema-fields.ts'
import { FormBody, type FormChildren } from './form-body.tsx'
import {
  useFormAround,
  type Parsed,
  type SavingProps,
  type Typed,
  useSavingForm,
} from './saving-form.ts'

type PageFormProps<S extends FormSchema, R extends Route, Answer> = SavingProps<S, R, Answer> & {
  /** Reset to the default values after saving, instead of keeping the input. */
  startOver?: boolean
  className?: string
  /** Must contain a `<SubmitButton>`. */
  children: FormChildren<Typed<S>, Parsed<S>>
}

export function PageForm<S extends FormSchema, R extends Route = never, Answer = CallAnswer<R>>(
  props: PageFormProps<S, R, Answer>,
): ReactNode {
  const saving = useSavingForm<S, R, Answer>(props, {
    success: (form, { sent, since }) => {
      form.reset(props.startOver ? undefined : sent, { keepDirtyValues: false })
      for (const [name, value] of Object.entries(since))
        form.setValue(name as Path<Typed<S>>, value as never, { shouldDirty: true })
    },
  })
  return (
    <>
      <FormBody saving={saving} className={props.className ?? 'space-y-5'}>
        {props.children}
      </FormBody>
      {saving.question}
      {saving.confirmDialog}
    </>
  )
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'pending' | 'disabledReason'>

export function SubmitButton(props: ButtonProps) {
  const { pending, disabledReason } = useFormAround()
  return <Button variant="primary" {...props} {...{ pending, disabledReason }} type="submit" />
}

/** Leaves the form, asking first when there are unsaved changes. */
export function LeaveButton({ onLeave, ...rest }: ButtonProps & { onLeave: () => void }) {
  const { ask } = useFormAround()
  return <Button {...rest} onClick={() => ask(onLeave)} />
}
