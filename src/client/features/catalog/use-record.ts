import { useState } from 'react'
import type { CallError } from '#client/app/call.ts'

/**
 * A record as it was when its form was opened. `takeConflict` brings what somebody else made of it meanwhile: what was typed
 * stays, the rest follows, and the form says who it was. `latest` is what the next try is made to; what is said at a field
 * leaves the fields as they are.
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
