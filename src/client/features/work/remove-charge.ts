import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import type { ShownExtra, WorkChange, WorkEntry } from '#client/app/work/waiting-changes.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { toast } from '#client/ui/toast.ts'
import type { JobAddon } from '#shared/contract/charges.ts'
import { extraInEnglish } from '#shared/rules/extras.ts'
import { t } from '#shared/texts/t.ts'

/** The unsent entry that adds an extra, if no other change to it is queued. */
export function unsentEntryOf(
  { id }: { id: string },
  entries: readonly WorkEntry[],
): WorkEntry | undefined {
  const about = entries.filter(({ change }) =>
    change.kind === 'extra'
      ? change.body.id === id
      : change.kind === 'answer'
        ? change.lines.some((line) => line.id === id)
        : 'before' in change && change.before.id === id,
  )
  return about.length === 1 && about[0]?.change.kind === 'extra' ? about[0] : undefined
}

/** Removes an extra at once and offers undo; `again` adds it back. */
export async function removeExtra(
  jobId: string,
  extra: ShownExtra,
  { entries, again }: { entries: readonly WorkEntry[]; again: WorkChange },
): Promise<void> {
  const { description } = extra
  const success = {
    title: t('Extra removed'),
    description,
    action: {
      label: t('Undo'),
      onSelect: () =>
        void makeChange({
          jobId,
          change: again,
          refused: showWorkFailure(t('Failed to add extra service. Please try again.')),
          success: { title: t('Extra added again'), description },
        }),
    },
  }
  const unsent = unsentEntryOf(extra, entries)
  if (unsent && (await workOutbox.amend(unsent.key, null))) return void toast(success)
  await makeChange({
    jobId,
    change: {
      kind: 'removeExtra',
      before: { ...extra, description: extraInEnglish(description) },
    },
    refused: showWorkFailure(t('The extra was not removed.')),
    success,
  })
}

/** Removes an add-on at once; undo restores it at its former price. */
export async function removeAddon(jobId: string, addon: JobAddon): Promise<void> {
  const { addonServiceId, name, price, taxable } = addon
  await makeChange({
    jobId,
    change: { kind: 'removeAddon', addon },
    refused: showWorkFailure(t('The add-on was not removed.')),
    success: {
      title: t('Add-on removed'),
      description: name,
      action: {
        label: t('Undo'),
        onSelect: () =>
          void makeChange({
            jobId,
            change: {
              kind: 'addon',
              body: { addonServiceId, addedByTechnician: true },
              name,
              price,
              ...(taxable !== undefined && { taxable }),
            },
            refused: showWorkFailure('', t('Failed to Add Service')),
            success: { title: t('Add-on Added'), description: name },
          }),
      },
    },
  })
}
