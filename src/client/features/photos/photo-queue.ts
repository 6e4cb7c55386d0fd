import { newActionKey } from '#client/app/queries.ts'
import { useUploadShare } from '#client/app/work/upload-photo.ts'
import { useWaiting, workOutbox } from '#client/app/work/work-outbox.ts'
import { createStore } from '#client/ui/store.ts'
import { useStore } from '#client/ui/use-store.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import { previewOf } from './preview.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** A photo that was taken or chosen and is not on the server yet. */
export type QueuedPhoto = {
  key: string
  moment: PhotoMoment
  /** Address of the picture inside this browser, to show it while it waits. */
  preview: string
  state: 'preparing' | 'kept' | 'sending' | 'failed'
  /** What was sent of it, 0 to 1. */
  progress: number
  /** Why it failed. */
  problem?: string
}

/** One that is not in the outbox: it is being made smaller, or the server refused it. */
type Unkept = Omit<QueuedPhoto, 'state' | 'progress' | 'preview'> & {
  jobId: string
  /** As it came from the camera. */
  file: Blob
  state: 'waiting' | 'preparing' | 'handed over' | 'failed'
}

// Outside of React, so that photos go on being prepared while other pages are looked at.
const unkept = createStore<readonly Unkept[]>([])
let working = false

/** What waits of a job, in the order it was taken. What the server refused later has a notice of its own. */
export function useQueuedPhotos(jobId: string): QueuedPhoto[] {
  const preparing = useStore(unkept)
  const { entries } = useWaiting()
  const share = useUploadShare()
  const kept = entries.flatMap(({ key, change, refused, jobId: ofJob }): QueuedPhoto[] => {
    if (ofJob !== jobId || change.kind !== 'photo' || refused !== undefined) return []
    const sending = share?.key === key
    return [
      {
        key,
        moment: change.moment,
        preview: previewOf(key, change.photo),
        state: sending ? 'sending' : 'kept',
        progress: sending ? share.share : 0,
      },
    ]
  })
  const shown = preparing.filter((one) => one.jobId === jobId && one.state !== 'handed over')
  return [
    ...kept,
    ...shown.map(({ key, moment, file, state, problem }): QueuedPhoto => ({
      key,
      moment,
      preview: previewOf(key, file),
      state: state === 'failed' ? 'failed' : 'preparing',
      progress: 0,
      ...(problem && { problem }),
    })),
  ]
}

export function addPhotos(jobId: string, moment: PhotoMoment, files: Iterable<Blob>): void {
  const added = Array.from(files, (file): Unkept => ({
    key: newActionKey(),
    jobId,
    moment,
    file,
    state: 'waiting',
  }))
  unkept.set([...unkept.get(), ...added])
  void work()
}

export function retryPhoto(key: string): void {
  change(key, { state: 'waiting' })
  void work()
}

export function discardPhoto(key: string): void {
  unkept.set(unkept.get().filter((one) => one.key !== key))
}

/** Makes one after the other smaller and hands it to the outbox. */
async function work(): Promise<void> {
  if (working) return
  working = true
  for (let next = nextWaiting(); next; next = nextWaiting()) {
    change(next.key, { state: 'preparing' })
    try {
      void handOver(next, await shrinkPhoto(next.file))
    } catch (error) {
      fail(next.key, error)
    }
  }
  working = false
}

const nextWaiting = () => unkept.get().find(({ state }) => state === 'waiting')

async function handOver({ key, jobId, moment }: Unkept, photo: Blob): Promise<void> {
  try {
    change(key, { state: 'handed over' })
    await workOutbox.add(jobId, { kind: 'photo', moment, photo })
    discardPhoto(key)
  } catch (error) {
    fail(key, error)
  }
}

function fail(key: string, error: unknown): void {
  change(key, { state: 'failed', problem: error instanceof Error ? error.message : String(error) })
}

function change(key: string, changes: Partial<Unkept>): void {
  unkept.set(unkept.get().map((one) => (one.key === key ? { ...one, ...changes } : one)))
}
