import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import { newActionKey } from '#client/app/queries.ts'
import { t } from '#shared/texts/t.ts'

/**
 * A record as opened in its form, and `latest`, the base of the next save. After a conflict typed values stay, other fields
 * take the newer values, and the form names who changed them.
 */
export function useRecord<Record extends object>(given: Record) {
  const [record, setRecord] = useState(given)
  const [latest, setLatest] = useState(given)
  const takeConflict = ({ details }: CallError): boolean => {
    const { reason, now, fields } = (details ?? {}) as Refusal<Record>
    if (reason !== 'changed' || !now) return false
    setLatest((before) => ({ ...before, ...now }))
    if (!fields) setRecord((before) => ({ ...before, ...now }))
    return false
  }
  return { record, latest, takeConflict }
}

type Refusal<Record> = { reason?: string; now?: Partial<Record>; fields?: unknown }

/** A form that adds a record or changes the `given` one; `adding` and `changing` complete the call's input. */
export function useRecordForm<Record extends { id?: string; version?: number }>(
  kind: string,
  given: Record,
) {
  const { record, latest, takeConflict } = useRecord(given)
  const [idempotencyKey] = useState(newActionKey)
  return {
    record,
    latest,
    adding: { idempotencyKey },
    changing: { params: { id: record.id ?? '' }, ifMatch: latest.version ?? 0 },
    form: {
      draft: `${kind} ${record.id ?? 'new'}`,
      onFailure: takeConflict,
      submitLabel: t('Save'),
      failureTitle: t('Error'),
    },
  }
}
