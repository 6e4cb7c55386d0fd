import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Banner } from '#client/ui/banner.tsx'
import { type Fields, fields } from './fields.tsx'
import { FormContext, type SavingForm } from './saving-form.ts'

export type FormChildren<Values extends FieldValues, Parsed> = (
  fields: Fields<Values>,
  values: Partial<Values>,
  form: UseFormReturn<Values, unknown, Parsed>,
) => ReactNode

interface FormBodyProps {
  saving: SavingForm
  id?: string
  className: string
  /** `FormChildren` with the form's own types. */
  children?: ((fields: never, values: never, form: never) => ReactNode) | undefined
}

export function FormBody({ saving, id, className, children }: FormBodyProps) {
  const { form, values, submit, failure, missing } = saving
  return (
    <FormContext value={saving}>
      <form id={id} noValidate className={className} onSubmit={(event) => void submit(event)}>
        {missing && (
          <Banner tone="error" live title={missing.title}>
            {missing.text}
          </Banner>
        )}
        {failure && (
          <div
            className="col-span-full"
            ref={(banner) => banner?.scrollIntoView({ block: 'nearest' })}
          >
            <Banner tone="error" live title={failure.title} action={failure.action}>
              {failure.text}
            </Banner>
          </div>
        )}
        {children?.(fields as never, values as never, form as never)}
      </form>
    </FormContext>
  )
}
