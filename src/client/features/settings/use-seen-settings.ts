import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { CallAnswer, CallError } from '#client/app/call.ts'
import { useCall } from '#client/app/queries.ts'
import { t } from '#shared/texts/t.ts'

type Settings = CallAnswer<'GET /api/admin/settings'>
type Changeable = Partial<Omit<Settings, 'version'>>

/**
 * The settings as a dialog opened with them. It sends only its changes; a newer value from someone else is shown at its
 * field, and saving again overwrites it. `names` maps settings to differently named fields.
 */
export function useSeenSettings(names: Partial<Record<keyof Settings, string>> = {}) {
  const settings = useCall('GET /api/admin/settings').data
  const [seen, setSeen] = useState(settings)
  if (!seen && settings) setSeen(settings)
  const [version, setVersion] = useState<number>()
  const onFailure = <V extends FieldValues, P>(
    error: CallError,
    form: UseFormReturn<V, unknown, P>,
  ): boolean => {
    const { reason, version: newer, fields = [] } = (error.details ?? {}) as Refused
    if (reason !== 'changed' || newer === undefined) return false
    setVersion(newer)
    for (const [at, { path, message }] of fields.entries()) {
      const name = (names[path] ?? path) as Path<V>
      form.setError(name, { type: 'server', message }, { shouldFocus: at === 0 })
    }
    return true
  }
  return {
    settings,
    input: (body: Changeable) => ({
      body: seen ? changedOf(body, seen) : body,
      ...(seen && { ifMatch: version ?? seen.version }),
    }),
    /** For forms that detect changes themselves. */
    match: { ...(seen && { ifMatch: version ?? seen.version }) },
    /** For forms that stay open after saving. */
    takeOver: (saved: Settings) => {
      setSeen(saved)
      setVersion(undefined)
    },
    onFailure,
    /** For dialogs. */
    form: { onFailure, disabledReason: () => !seen && t('The settings are still being loaded') },
  }
}

type Refused = {
  reason?: string
  version?: number
  fields?: { path: keyof Settings; message: string }[]
}

const changedOf = (body: Changeable, seen: Settings): Changeable =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(seen[key as keyof Settings]),
    ),
  )
