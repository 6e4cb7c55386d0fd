import { type ComponentProps, type ReactNode, useEffect } from 'react'
import {
  type ControllerRenderProps,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  get,
  useController,
} from 'react-hook-form'
import { Field, FieldError } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Select } from '#client/ui/select.tsx'
import { StarInput } from '#client/ui/stars.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { translate } from '#shared/texts/t.ts'
import { blankOf, fieldFacts, parseNumber } from './schema-fields.ts'
import { useFormAround } from './saving-form.ts'

interface Look {
  name: string
  label: ReactNode
  hint?: ReactNode
  /** Overrides the '(optional)' mark, which otherwise follows the schema. */
  optional?: boolean
  hideLabel?: boolean
  /** For gloved thumbs. */
  big?: boolean
  className?: string
}

type Own<Control> = Omit<Control, keyof Look | 'value' | 'defaultValue' | 'onChange' | 'ref'>
type Parse = (typed: string) => unknown

/** State of a field by its name; the error is translated. */
function useFormField(name: string) {
  const { form, schema, defaultValues, shown } = useFormAround()
  useEffect(() => {
    shown.add(name)
    return () => void shown.delete(name)
  }, [shown, name])
  const facts = fieldFacts(schema, name)
  const blank = blankOf(facts, get(defaultValues, name))
  const message = form.getFieldState(name, form.formState).error?.message
  return { form, facts, blank, error: message ? translate(message) : undefined }
}

function useTyped(name: string, parse: Parse = (typed) => typed) {
  const { form, facts, blank, error } = useFormField(name)
  const setValueAs = (value: unknown) =>
    typeof value !== 'string' ? value : value.trim() === '' ? blank : parse(value)
  const control = { maxLength: facts.maxLength, ...form.register(name, { setValueAs }) }
  return { control, error, optional: facts.optional }
}

type TextFieldProps = Look & Own<ComponentProps<typeof TextInput>>

function TextField(props: TextFieldProps & { parse?: Parse }) {
  const { name, label, hint, optional, hideLabel, big, className, parse, ...rest } = props
  const { control, error, ...schema } = useTyped(name, parse)
  const look = { label, hint, hideLabel, className, error }
  return (
    <Field {...look} optional={optional ?? schema.optional}>
      <TextInput autoComplete="off" className={big ? 'min-h-13!' : ''} {...control} {...rest} />
    </Field>
  )
}

type TextAreaFieldProps = Look & Own<ComponentProps<typeof TextArea>>

function TextAreaField(props: TextAreaFieldProps) {
  const { name, label, hint, optional, hideLabel, big: _, className, ...rest } = props
  const { control, error, ...schema } = useTyped(name)
  const look = { label, hint, hideLabel, className, error }
  return (
    <Field {...look} optional={optional ?? schema.optional}>
      <TextArea {...control} {...rest} />
    </Field>
  )
}

const NumberField = (props: TextFieldProps) => (
  <TextField inputMode="numeric" parse={parseNumber} {...props} />
)

/** Dollars as a decimal string, like on the wire. */
const MoneyField = (props: TextFieldProps) => (
  <TextField inputMode="decimal" before="$" parse={(typed) => typed.trim()} {...props} />
)

const DateField = (props: TextFieldProps) => <TextField type="date" {...props} />

type SelectFieldProps = Look &
  Own<ComponentProps<typeof Select>> & {
    /** Called before the value changes. */
    onChosen?: (value: string) => void
  }

function SelectField(props: SelectFieldProps) {
  const { name, label, hint, optional, hideLabel, big, className, onChosen, ...rest } = props
  const { form, facts, blank, error } = useFormField(name)
  const { field } = useController({ control: form.control, name })
  const look = { label, hint, hideLabel, className, error }
  return (
    <Field {...look} optional={optional ?? facts.optional}>
      <Select
        className={big ? '[&>select]:min-h-13' : ''}
        {...rest}
        {...field}
        value={String(field.value ?? '')}
        onChange={({ target: { value } }) => {
          onChosen?.(value)
          field.onChange(value === '' ? blank : value)
        }}
      />
    </Field>
  )
}

type SwitchFieldProps = Pick<Look, 'name'> &
  Pick<ComponentProps<typeof Switch>, 'label'> &
  Own<ComponentProps<typeof Switch>>

function SwitchField({ name, ...rest }: SwitchFieldProps) {
  return <Switch {...rest} {...useFormField(name).form.register(name)} />
}

function StarsField({ name, label }: { name: string; label: string }) {
  const { form, error } = useFormField(name)
  const { field } = useController({ control: form.control, name })
  return (
    <div>
      <StarInput
        legend={label}
        value={(field.value as number | undefined) ?? null}
        onChange={field.onChange}
      />
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </div>
  )
}

interface ControlFieldProps {
  name: string
  children: (field: ControllerRenderProps & { error: string | undefined }) => ReactNode
}

/** Wraps any other control. */
function ControlField({ name, children }: ControlFieldProps) {
  const { form, error } = useFormField(name)
  const { field } = useController({ control: form.control, name })
  return children({ ...field, error })
}

export const fields = {
  TextField,
  TextAreaField,
  NumberField,
  MoneyField,
  DateField,
  SelectField,
  SwitchField,
  StarsField,
  ControlField,
}

/** Form fields typed by the schema: a wrong name or kind does not compile. */
export interface Fields<Values extends FieldValues> {
  TextField: Typed<TextFieldProps, Values, string>
  TextAreaField: Typed<TextAreaFieldProps, Values, string>
  NumberField: Typed<TextFieldProps, Values, number>
  MoneyField: Typed<TextFieldProps, Values, string | number>
  DateField: Typed<TextFieldProps, Values, string>
  SelectField: Typed<SelectFieldProps, Values, string>
  SwitchField: Typed<SwitchFieldProps, Values, boolean>
  StarsField: Typed<{ name: string; label: string }, Values, number>
  ControlField: <Name extends FieldPath<Values>>(props: {
    name: Name
    children: (
      field: ControllerRenderProps<Values, Name> & { error: string | undefined },
    ) => ReactNode
  }) => ReactNode
}

type Typed<Props extends { name: string }, Values extends FieldValues, Value> = (
  props: Omit<Props, 'name'> & { name: FieldPathByValue<Values, Value | null | undefined> },
) => ReactNode
