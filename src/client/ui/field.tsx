import { clsx } from 'clsx'
import { createContext, use, useId, type ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Shown here only. */
  error?: string | undefined
  /** Adds '(optional)'; fields are required otherwise. */
  optional?: boolean
  /** For screen readers only, when the context shows it. */
  hideLabel?: boolean
  /** Styled as a separate question. */
  question?: boolean
  className?: string
  /** One control; label, hint and error are wired to it. */
  children: ReactNode
}

const FieldContext = createContext<{ id: string; describedBy?: string; invalid: boolean } | null>(
  null,
)

export function Field(props: FieldProps) {
  const { label, hint, error, optional, hideLabel, question, className, children } = props
  const id = useId()
  const describedBy = clsx(hint && `${id}hint`, error && `${id}error`) || undefined
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : question ? 'text-lg font-semibold' : 'font-medium'}
      >
        {label}
        {optional && <span className="font-normal text-soft"> {t('(optional)')}</span>}
      </label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {hint && (
        <p id={`${id}hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-sm font-medium text-red">
      <svg className="mt-px size-4.5 flex-none" viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r="7.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path
          d="M9 5.2v4.4M9 12.6v.1"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </svg>
      {children}
    </p>
  )
}

/** Ties a control to the Field around it; its own `id` wins. */
export function useFieldProps(own: { id?: string | undefined }) {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: own.id ?? field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

/** A question heading, above field labels; smaller in dialogs. */
export const questionStyle = 'mb-2 text-lg font-semibold [dialog_&]:text-base'

/** Shared by inputs, text areas and selects. 16 px on phones, or iOS zooms in on focus. */
export const controlStyle =
  'w-full min-w-0 rounded-control border border-edge bg-card px-3 py-2.5 text-base text-ink placeholder:text-soft hover:border-ink-soft aria-invalid:border-red aria-invalid:bg-red-wash/40 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-soft focus-visible:outline-offset-0'
