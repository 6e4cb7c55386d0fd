import { showWaiting } from '#client/app/work/make-change.ts'
import { uploading } from '#client/app/work/upload-photo.ts'
import { ofKind, type WorkChange } from '#client/app/work/waiting-changes.ts'
import { useWaiting, workOutbox } from '#client/app/work/work-outbox.ts'
import { useStore } from '#client/ui/store.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'

/** A photo not uploaded yet. */
export type QueuedPhoto = {
  key: string
  /** Set if a finding refers to it. */
  id?: string
  moment: PhotoMoment
  /** Object URL for display. */
  preview: string
  state: 'preparing' | 'saved' | 'sending' | 'failed'
  progress: number
  problem?: string
}

/** A job's photos on this device in order, refused ones too. */
export function useQueuedPhotos(jobId: string): QueuedPhoto[] {
  const { entries } = useWaiting()
  const upload = useStore(uploading)
  // Those of a visit that moved or ended are in its own notice.
  const own = ofKind('photo', jobId, entries).filter(({ why }) => why === undefined)
  return own.map(({ key, change, refused }): QueuedPhoto => ({
    key,
    ...(change.id && { id: change.id }),
    moment: change.moment,
    preview: previewOf(key, change.photo),
    progress: upload?.key === key ? upload.share : 0,
    ...(refused === undefined
      ? { state: upload?.key === key ? 'sending' : change.raw ? 'preparing' : 'saved' }
      : { state: 'failed', problem: refused }),
  }))
}

/** Stores the photos on this device as they are; they are shrunk and sent from there. Returns their ids. */
export function addPhotos(jobId: string, moment: PhotoMoment, files: Iterable<Blob>): string[] {
  return [...files].map((photo) => {
    const id = crypto.randomUUID()
    void add(jobId, { kind: 'photo', moment, photo, id, raw: true })
    return id
  })
}

async function add(jobId: string, photo: WorkChange): Promise<void> {
  const outcome = await workOutbox.add(jobId, photo)
  if (outcome.state === 'waiting') showWaiting(outcome, { aloud: false })
}

const mostPreviews = 60
const previews = new Map<string, string>()

/** An object URL for the picture; the oldest are revoked beyond a limit. */
function previewOf(key: string, picture: Blob): string {
  const known = previews.get(key)
  if (known) return known
  const made = URL.createObjectURL(picture)
  previews.set(key, made)
  const [oldest] = previews
  if (previews.size > mostPreviews && oldest) {
    previews.delete(oldest[0])
    URL.revokeObjectURL(oldest[1])
  }
  return made
}
