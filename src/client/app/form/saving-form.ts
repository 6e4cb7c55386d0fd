import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, useRef, useState, createContext, use } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { api, CallError, type CallInput, reasonOf, type Route } from '#client/app/call.ts'
import { newActionKey, refreshAfter } from '#client/app/queries.ts'
import { describeIssue } from '#shared/contract/describe-issue.ts'
import { dismissFailures } from '#client/ui/toast.ts'
import { visibleIn } from '#shared/rules/visible-text.ts'
import { translate } from '#shared/texts/t.ts'
import { type FormSchema, withBlanks } from './schema-fields.ts'
import { type FailureToast, showFailure, showSuccess, type SuccessToast } from './form-toasts.ts'
import { typedOver, useFormDraft } from './form-draft.ts'
import { type Question, useConfirm } from '#client/ui/confirm-dialog.tsx'
import { useUnsavedChanges } from './unsaved-changes.tsx'

export type Typed<S extends FormSchema> = S['_zod']['input']
export type Parsed<S extends FormSchema> = S['_zod']['output']

/** The submitted values, and the fields changed after submitting. */
type TypedWhileSaving<S extends FormSchema> = { sent: Typed<S>; since: Partial<Typed<S>> }

/** A call with its input, or a custom `send`; false when it was refused and already shown. */
type Sending<Values, R extends Route, Answer> =
  | { call: R; input: (values: Values) => CallInput<R>; send?: never }
  | { call?: never; input?: never; send: (values: Values) => Promise<Answer | false> }

export type SavingProps<S extends FormSchema, R extends Route, Answer> = {
  /** Validates the input and provides the messages; usually the body of the call. */
  schema: S
  /** Initial values. When they change, untouched fields follow. */
  defaultValues: Partial<Typed<S>>
  successToast?: SuccessToast<[answer: Answer, values: Parsed<S>]>
  onSaved?: (answer: Answer, values: Parsed<S>) => void
  /** Title of the banner for a refusal. */
  failureTitle?: string
  /** When the server gives no reason. */
  failureText?: string
  failureAction?: (error: CallError) => ReactNode
  /** Shown above the fields while a required one is empty. */
  missing?: { title: string; text: string }
  /** Replaces the banner; a dialog closes, as it would cover the toast. */
  failureToast?: FailureToast
  /** Returns true when it has handled the failure. */
  onFailure?: (error: CallError, form: UseFormReturn<Typed<S>, unknown, Parsed<S>>) => boolean
  /** Question to confirm before sending; null sends at once. */
  confirm?: (values: Parsed<S>) => Question | null
  /** Question that overrides a refusal, with the values to send then; null otherwise. */
  insist?: (error: CallError, values: Parsed<S>) => { question: Question; values: Parsed<S> } | null
  /** Why it cannot be submitted yet, if no field explains it. */
  disabledReason?: (values: Partial<Typed<S>>) => string | false | undefined
  /** False when unsaved input can be lost without asking. */
  guarded?: boolean
  /** Storage name of the draft; forms with a `call` have one by default. */
  draft?: string
} & Sending<Parsed<S>, R, Answer>

/**
 * Form state and submission: validation by the schema, errors at their fields, drafts, and the question before
 * leaving.
 */
export function useSavingForm<S extends FormSchema, R extends Route, Answer>(
  props: SavingProps<S, R, Answer>,
  /** Runs before a toast, which a dialog would cover. */
  before: {
    success: (form: UseFormReturn<Typed<S>, unknown, Parsed<S>>, typed: TypedWhileSaving<S>) => void
    failure?: () => void
  },
) {
  const { schema, guarded = true } = props
  const defaultValues = withBlanks(schema, props.defaultValues) as DefaultValues<Typed<S>>
  const form = useForm<Typed<S>, unknown, Parsed<S>>({
    resolver: (typed, ...rest) =>
      zodResolver<Typed<S>, unknown, Parsed<S>>(schema as never, { error: describeIssue })(
        visibleIn(typed),
        ...rest,
      ),
    defaultValues,
    values: defaultValues,
    resetOptions: { keepDirtyValues: true },
  })
  const [failure, setFailure] = useState<CallError | null>(null)
  const [shown] = useState(() => new Set<string>())
  const sending = useRef(false)
  const key = useActionKey()
  const { isDirty, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as Partial<Typed<S>>
  const [draftName] = useState(() => (guarded ? nameOfDraft(props) : undefined))
  const clearDraft = useFormDraft(form, draftName, values)
  const leaving = useUnsavedChanges(guarded && isDirty, clearDraft)
  const { confirm, confirmDialog } = useConfirm()

  const send = async (values: Parsed<S>): Promise<Answer | false> => {
    if (props.send) return props.send(values)
    const input = props.input(values)
    const idempotencyKey = key.of(input)
    const answer = await (api as (route: Route, input: unknown) => Promise<Answer>)(props.call, {
      ...input,
      idempotencyKey,
    }).catch((error: unknown) => {
      if (hasAnswered(error)) key.renew()
      // Show what someone else made of it.
      if (error instanceof CallError && error.status === 409) refreshAfter(props.call, input)
      throw error
    })
    key.renew()
    refreshAfter(props.call, input)
    return answer
  }

  const fail = (error: CallError) => {
    if (props.onFailure?.(error, form)) return
    const named = fieldErrors(error)
    const here = named.filter(({ path }) => shown.has(path))
    for (const [at, { path, message }] of here.entries())
      form.setError(path as Path<Typed<S>>, { type: 'server', message }, { shouldFocus: at === 0 })
    const elsewhere = here.length > 0 ? named.find((one) => !here.includes(one)) : undefined
    if (here.length > 0 && !elsewhere) return
    // Errors shown at a field are not repeated above.
    const rest = elsewhere ? new CallError(error.status, elsewhere.message) : error
    if (!props.failureToast) return setFailure(rest)
    before.failure?.()
    showFailure(props.failureToast, rest)
  }

  const save = async (values: Parsed<S>) => {
    setFailure(null)
    dismissFailures()
    const question = props.confirm?.(values)
    if (!question || (await confirm(question))) await saveNow(values)
  }

  const saveNow = async (values: Parsed<S>): Promise<void> => {
    const sent = structuredClone(form.getValues())
    try {
      const answer = await send(values)
      if (answer === false) return
      const since = typedOver(form.getValues(), sent)
      if (Object.keys(since).length === 0) leaving.release()
      clearDraft()
      before.success(form, { sent, since })
      if (props.successToast) showSuccess(props.successToast, answer, values)
      props.onSaved?.(answer, values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const again = props.insist?.(error, values)
      if (!again) return fail(error)
      if (await confirm(again.question)) await saveNow(again.values)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    await form
      .handleSubmit(save, () => setFailure(null))(event)
      .finally(() => (sending.current = false))
  }

  return {
    form,
    schema,
    defaultValues,
    values,
    shown,
    submit,
    pending: isSubmitting,
    disabledReason: props.disabledReason?.(values),
    failure: failure && {
      title: props.failureTitle,
      text: reasonOf(failure, props.failureText ?? translate(failure.message)),
      action: props.failureAction?.(failure),
    },
    missing: isMissing(form) ? props.missing : undefined,
    ...leaving,
    confirmDialog,
  }
}

/** Call and parameters on this page; undefined when the input needs values that are not filled in yet. */
function nameOfDraft<S extends FormSchema, R extends Route, Answer>(
  props: SavingProps<S, R, Answer>,
): string | undefined {
  if (props.draft || !props.input) return props.draft
  try {
    const { params } = props.input(props.defaultValues) as { params?: object }
    return `form ${location.pathname} ${props.call} ${JSON.stringify(params ?? {})}`
  } catch {
    return undefined
  }
}

export type SavingForm = ReturnType<typeof useSavingForm<FormSchema, Route, unknown>>

/** After a lost response the same content is sent with the same key, so it is not done twice. */
function useActionKey() {
  const last = useRef({ content: '', key: '' })
  return {
    of(input: unknown): string {
      const content = JSON.stringify(input)
      if (content !== last.current.content) last.current = { content, key: newActionKey() }
      return last.current.key
    },
    renew() {
      last.current = { content: '', key: '' }
    },
  }
}

function isMissing<V extends FieldValues, P>(form: UseFormReturn<V, unknown, P>): boolean {
  return Object.keys(form.formState.errors).some((name) => !get(form.getValues(), name))
}

const hasAnswered = (error: unknown) =>
  error instanceof CallError && error.status !== 0 && error.status < 500

type FieldError = { path: string; message: string }

function fieldErrors({ details }: CallError): readonly FieldError[] {
  return (details as { fields?: FieldError[] } | undefined)?.fields ?? []
}

export const FormContext = createContext<SavingForm | null>(null)

export function useFormAround(): SavingForm {
  const saving = use(FormContext)
  if (!saving) throw new Error('There is no form around')
  return saving
}
