import { useState } from 'react'
import { useUnsavedChanges } from '#client/app/form/unsaved-changes.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'

interface NotesCardProps {
  job: Job
  locked: boolean
  draft: string | null
  onDraft: (draft: string | null) => void
}

export function NotesCard({ job, locked, draft, onDraft }: NotesCardProps) {
  const [saving, setSaving] = useState(false)
  const save = async (technicianNotes: string) => {
    const before = job.technicianNotes
    const undo = { label: t('Undo'), onSelect: () => void save(before) }
    setSaving(true)
    const safe = await makeChange({
      jobId: job.id,
      change: { kind: 'notes', body: { technicianNotes } },
      refused: showWorkFailure(t('Failed to update notes. Please try again.')),
      success: technicianNotes
        ? { title: t('Success'), description: t('Notes updated successfully') }
        : { title: t('Notes cleared'), action: undo },
    })
    setSaving(false)
    if (safe) onDraft(null)
  }
  const text = draft ?? job.technicianNotes
  const saved = text === job.technicianNotes
  const leaving = useUnsavedChanges(!locked && !saved, () => onDraft(null))
  if (locked)
    return (
      <Card title={t('Technician notes')}>
        <p className={job.technicianNotes ? 'whitespace-pre-wrap' : 'text-soft'}>
          {job.technicianNotes ||
            (job.customerId
              ? t('No notes were written.')
              : t('Hidden with the customer’s details.'))}
        </p>
      </Card>
    )
  return (
    <Card title={t('Technician notes')}>
      <Field label={t('Technician notes')} hideLabel>
        <TextArea
          maxLength={4000}
          placeholder={t('Found a worn belt, a stripped plug, a dent?')}
          value={text}
          readOnly={saving}
          onChange={(event) => onDraft(event.target.value)}
        />
      </Field>
      <Button
        wide
        size="large"
        className="mt-3"
        pending={saving}
        disabledReason={
          text.trim() === '' ? t('Write a note first') : saved && t('These notes are already saved')
        }
        onClick={() => void save(text.trim())}
      >
        {t('Save Notes')}
      </Button>
      {job.technicianNotes && (
        <Button
          wide
          variant="quiet"
          className="mt-1"
          pending={saving}
          onClick={() => void save('')}
        >
          {t('Clear notes')}
        </Button>
      )}
      {leaving.question}
    </Card>
  )
}
