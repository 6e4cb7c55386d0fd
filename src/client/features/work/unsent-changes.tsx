import { useRef, useState } from 'react'
import { CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { newActionKey } from '#client/app/queries.ts'
import { describeWorkChange } from '#client/app/work/describe-work-change.ts'
import { isRaw, type WorkEntry } from '#client/app/work/waiting-changes.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { TakenAway } from '#shared/contract/unsent-work.ts'
import { plural, t, text, translate } from '#shared/texts/t.ts'
import { toReport } from './changes-to-report.ts'
import { describeUnsent, handOver } from './hand-over.ts'

interface UnsentChangesProps {
  jobId: string
  /** What happened to the visit; undefined if unknown. */
  fact: TakenAway | undefined
  entries: readonly WorkEntry[]
}

/** Rejected changes with the reason, to report to the office or discard. */
export function UnsentChanges({ jobId, fact, entries }: UnsentChangesProps) {
  const [pending, setPending] = useState(false)
  const [dropping, setDropping] = useState(false)
  // Kept across retries, so the office gets one report.
  const key = useRef(newActionKey())
  const changes = toReport(entries).map((entry) =>
    describeUnsent(entry, reasonOf(entry.refused, fact)),
  )
  const retry = async () => {
    setPending(true)
    for (const { key: one, refused } of entries)
      if (refused !== undefined) await workOutbox.retry(one)
    setPending(false)
  }
  const drop = () => workOutbox.drop(entries.map((entry) => entry.key))
  const report = async () => {
    setPending(true)
    try {
      await handOver({ jobId, entries, changes, key: key.current })
      toast({ title: t('Sent to the office'), description: t('The office sees it on the visit.') })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showFailure(t('Not sent to the office'), error)
    } finally {
      setPending(false)
    }
  }
  const count = changes.length
  // An unprocessed photo may be too large, and contains its location.
  const preparing = entries.some(({ change, refused }) => isRaw(change) && refused === undefined)
  return (
    <div role="alert" className="mt-4 border-t border-line pt-4">
      <p className="font-semibold text-red">
        {plural(count, {
          one: '{count} of your changes could not be saved',
          other: '{count} of your changes could not be saved',
        })}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {toReport(entries).map(({ key: id, change, refused }) => {
          const { what, entered } = describeWorkChange(change)
          return (
            <li key={id} className="py-2.5">
              <span className="font-medium">{what}</span>
              {entered && <q className="block whitespace-pre-wrap wrap-anywhere">{entered}</q>}
              <span className="block text-sm text-soft">{translate(reasonOf(refused, fact))}</span>
            </li>
          )
        })}
      </ul>
      {entries.some(({ change }) => change.kind === 'photo') && (
        <p className="mt-1 text-sm text-soft">
          {t('The photos are included; only the office sees them.')}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {fact && (
          <Button
            variant="primary"
            size="large"
            pending={pending || preparing}
            onClick={() => void report()}
          >
            {t('Send to the office')}
          </Button>
        )}
        {fact?.what === 'rescheduled' && (
          <Button size="large" pending={pending} onClick={() => void retry()}>
            {t('Try again')}
          </Button>
        )}
        <Button size="large" onClick={() => setDropping(true)}>
          {t('Discard')}
        </Button>
      </div>
      {dropping && (
        <ConfirmDialog
          danger
          onClose={() => setDropping(false)}
          title={t('Discard your changes?')}
          description={plural(count, {
            one: '{count} change is deleted from this device and lost.',
            other: '{count} changes are deleted from this device and lost.',
          })}
          confirmLabel={t('Discard changes')}
          onConfirm={() => {
            setDropping(false)
            void drop()
          }}
        />
      )}
    </div>
  )
}

/** For a visit no longer theirs, "not found" adds nothing. */
function reasonOf(refused: string | undefined, fact: TakenAway | undefined): string {
  if (fact && ['reassigned', 'unassigned', 'moved'].includes(fact.what))
    return text('The visit was no longer yours.')
  return refused ?? text('It follows a change that could not be saved.')
}
