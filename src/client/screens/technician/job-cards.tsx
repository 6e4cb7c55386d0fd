import { CommunicationPanel } from '#client/features/conversation/communication-panel.tsx'
import { PhotosCard } from '#client/features/photos/photos-card.tsx'
import { ChargesCard } from '#client/features/work/charges-card.tsx'
import { ChecklistCard } from '#client/features/work/checklist-card.tsx'
import { MeasurementsCard } from '#client/features/work/measurements-card.tsx'
import { NotesCard } from '#client/features/work/notes-card.tsx'
import { ReportCard } from '#client/features/work/report-card.tsx'
import type { Job } from '#shared/contract/jobs.ts'

interface JobCardsProps {
  job: Job
  locked: boolean
  notesDraft: string | null
  onNotesDraft: (draft: string | null) => void
  unsavedNotes: string
}

export default function JobCards(props: JobCardsProps) {
  const { job, locked, notesDraft, onNotesDraft, unsavedNotes } = props
  return (
    <>
      <CommunicationPanel job={job} role="technician" />
      <ChecklistCard job={job} locked={locked} />
      <MeasurementsCard job={job} locked={locked} />
      <PhotosCard jobId={job.id} locked={locked} />
      <ChargesCard job={job} locked={locked} />
      <NotesCard job={job} locked={locked} draft={notesDraft} onDraft={onNotesDraft} />
      <ReportCard job={job} unsavedNotes={unsavedNotes.trim() !== ''} />
    </>
  )
}
