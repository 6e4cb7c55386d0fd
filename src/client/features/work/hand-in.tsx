import { useEffect, useRef, useState } from 'react'
import { CallError, api } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { newActionKey } from '#client/app/queries.ts'
import type { JobName } from '#client/app/outbox/outbox.ts'
import { describeWorkChange } from '#client/app/work/describe-work-change.ts'
import { isRaw } from '#client/app/work/waiting-changes.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { useStore } from '#client/ui/store.ts'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { plural, t, text } from '#shared/texts/t.ts'
import { toReport } from './changes-to-report.ts'
import { describeUnsent, handOver } from './hand-over.ts'

const describeVisit = ({ number, date, time, customer, car }: JobName) =>
  [formatVisit(date, time), customer, car, number].filter(Boolean).join(' · ')

/** For a technician whose access has ended: hands in the changes left on this device, with a code from the office. */
export default function HandIn({ personId }: { personId: string }) {
  const { entries } = useStore(workOutbox.state)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [pending, setPending] = useState(false)
  // A code works once; its token allows another try on this page.
  const token = useRef<string>(undefined)
  const keys = useRef(new Map<string, string>())
  useEffect(() => void workOutbox.open(personId), [personId])
  if (entries.length === 0) return null
  const preparing = entries.some(({ change, refused }) => isRaw(change) && refused === undefined)
  const keyOf = (jobId: string) => {
    const key = keys.current.get(jobId) ?? newActionKey()
    keys.current.set(jobId, key)
    return key
  }
  const handIn = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      token.current ??= (await api('POST /api/hand-in', { body: { code, personId } })).token
      for (const jobId of new Set(entries.map((entry) => entry.jobId))) {
        const own = entries.filter((entry) => entry.jobId === jobId)
        const changes = toReport(own).map((entry) =>
          describeUnsent(entry, text('Access had ended.')),
        )
        await handOver({ jobId, entries: own, changes, key: keyOf(jobId), handIn: token.current })
      }
      toast({
        title: t('Sent to the office'),
        description: t('Everything on this device is handed in.'),
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status !== 404) return showFailure(t('Not sent to the office'), error)
      token.current = undefined
      setProblem(error.message)
    } finally {
      setPending(false)
    }
  }
  return (
    <Card
      title={plural(entries.length, {
        one: '{count} change waits on this device',
        other: '{count} changes wait on this device',
      })}
    >
      <p>
        {t(
          'You can still send the office the work you did before your access ended. Ask the office for a code and enter it here.',
        )}
      </p>
      <ul className="mt-3 divide-y divide-line">
        {toReport(entries).map((entry) => {
          const { key, change } = entry
          const { what, entered } = describeWorkChange(change)
          return (
            <li key={key} className="py-2.5">
              <span className="font-medium">{what}</span>
              {entry.about && (
                <span className="block text-sm text-soft wrap-anywhere">
                  {describeVisit(entry.about)}
                </span>
              )}
              {entered && <q className="block whitespace-pre-wrap wrap-anywhere">{entered}</q>}
            </li>
          )
        })}
      </ul>
      <form
        className="mt-3 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() || token.current) void handIn()
          else setProblem(t('Please enter the code'))
        }}
      >
        <Field label={t('Code from the office')} error={problem}>
          <TextInput
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            onChange={({ target: { value } }) => setCode(value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="large" pending={pending || preparing}>
          {t('Hand in')}
        </Button>
      </form>
    </Card>
  )
}
