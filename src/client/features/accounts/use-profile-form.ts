import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { CallError } from '#client/app/call.ts'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { toast } from '#client/ui/toast.ts'
import { type Profile, Profile as schema, type User } from '#shared/contract/accounts.ts'
import { t, translate } from '#shared/texts/t.ts'

const reasonOf = ({ details }: CallError) => (details as { reason?: string } | undefined)?.reason
const codeProblems = ['wrong', 'used_up', 'expired']

/**
 * The profile in editing. A new e-mail needs a code: the first save has one mailed there (`codeFor` is the address),
 * the save with the code changes everything at once.
 */
export function useProfileForm(user: User, onSaved: () => void) {
  const { firstName, lastName, phone, email } = user
  const form = useForm<Profile>({
    resolver: zodResolver(schema),
    defaultValues: { firstName, lastName, phone, email: email ?? '' },
  })
  const [mailedTo, setMailedTo] = useState<string>()
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string>()
  const typed = useWatch({ control: form.control, name: 'email' })?.trim().toLowerCase()
  const codeFor = mailedTo === typed ? mailedTo : undefined

  const save = useWrite('PATCH /api/auth/user', {
    onSuccess: (saved) => {
      queryClient.setQueryData(callQuery('GET /api/auth/user').queryKey, saved)
      toast({ title: t('Profile updated') })
      onSaved()
    },
    onError: (error, { body }) => {
      const reason = reasonOf(error)
      if (reason === 'email_code_needed') {
        setMailedTo(body.email.trim().toLowerCase())
        setCode('')
        setCodeError(undefined)
      } else if (reason && codeProblems.includes(reason)) setCodeError(translate(error.message))
      else
        toast({
          title: t('Error updating profile'),
          description: translate(error.message),
          destructive: true,
        })
    },
  })

  const send = (values: Profile, emailCode?: string) => {
    setCodeError(undefined)
    save.mutate({ body: { ...values, ...(emailCode && { emailCode }) } })
  }
  const submit = form.handleSubmit((values) => {
    if (save.isPending) return
    if (!codeFor) return send(values)
    if (code.length === 6) return send(values, code)
    setCodeError(t('Enter the six digits from the e-mail'))
  })
  const error = (name: keyof Profile) => {
    const message = form.formState.errors[name]?.message
    return message ? translate(message) : undefined
  }
  return {
    register: form.register,
    error,
    submit,
    pending: save.isPending,
    code: { for: codeFor, value: code, error: codeError, change: setCode },
    mailAgain: form.handleSubmit((values) => send(values)),
  }
}
