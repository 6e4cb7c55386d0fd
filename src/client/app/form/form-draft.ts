import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { writeSessionStore, readSessionStore } from '#client/app/session-store.ts'

/** Codes are one-time secrets and never stored. */
const isSecret = (field: string) => /code$/i.test(field)

/**
 * Keeps unsent input under a name across reloads and ended sessions, and restores it. Returns how to clear it.
 * Without a name nothing is stored.
 */
export function useFormDraft<V extends FieldValues, P>(
  form: UseFormReturn<V, unknown, P>,
  name: string | undefined,
  values: Partial<V>,
): () => void {
  const { isDirty, defaultValues } = form.formState
  const [saved] = useState(() => (name ? (readSessionStore(name) as Partial<V> | null) : null))
  const hasTyped = useRef(false)

  useEffect(() => {
    for (const [field, value] of Object.entries(saved ?? {}))
      form.setValue(field as Path<V>, value as never, { shouldDirty: true })
  }, [form, saved])

  useEffect(() => {
    if (!name) return
    if (isDirty) hasTyped.current = true
    if (hasTyped.current) writeSessionStore(name, isDirty ? typedOver(values, defaultValues) : null)
  }, [name, isDirty, values, defaultValues])

  return () => {
    hasTyped.current = false
    if (name) writeSessionStore(name, null)
  }
}

/** The values that differ from those before, without secrets. */
export function typedOver<V extends object>(values: V, before: object = {}): Partial<V> {
  const unchanged = Object.fromEntries(
    Object.entries(before).map(([field, value]) => [field, JSON.stringify(value)]),
  )
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => !isSecret(field) && JSON.stringify(value) !== unchanged[field],
    ),
  ) as Partial<V>
}
