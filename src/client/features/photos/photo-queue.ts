import { newActionKey } from '#client/app/queries.ts'
import { showWaiting } from '#client/app/work/make-change.ts'
import { uploading } from '#client/app/work/upload-photo.ts'
import { waitingOf } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork, workOutbox } from '#client/app/work/work-outbox.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import { previewOf } from './preview.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** A photo that was taken or chosen and is not on the server yet. */
export type QueuedPhoto = {
  key: string
  moment: PhotoMoment
  /** Address of the picture inside this browser, to show it while it waits. */
  preview: string
  state: 'preparing' | 'saved' | 'sending' | 'failed'
  /** What was sent of it, 0 to 1. */
  progress: number
  /** Why it failed. */
  problem?: string
}

/** One that is not in the outbox: it is being made smaller, or the server refused it. */
type Unsaved = Omit<QueuedPhoto, 'state' | 'progress' | 'preview'> & {
  jobId: string
  /** As it came from the camera. */
  file: Blob
  state: 'waiting' | 'preparing' | 'failed'
}

// Outside of React, so that photos go on being prepared while other pages are looked at.
const unsaved = createStore<readonly Unsaved[]>([])
let working = false

/** What waits of a job, in the order it was taken. What the server refused later has a notice of its own. */
export function useQueuedPhotos(jobId: string): QueuedPhoto[] {
  const preparing = useStore(unsaved)
  const entries = useUnsentWork()
  const upload = useStore(uploading)
  const saved = waitingOf('photo', jobId, entries).map(({ key, change }): QueuedPhoto => ({
    key,
    moment: change.moment,
    preview: previewOf(key, change.photo),
    ...(upload?.key === key
      ? { state: 'sending', progress: upload.share }
      : { state: 'saved', progress: 0 }),
  }))
  const unsavedHere = preparing.filter((one) => one.jobId === jobId)
  return [
    ...saved,
    ...unsavedHere.map(({ file, state, ...one }): QueuedPhoto => ({
      ...one,
      preview: previewOf(one.key, file),
      state: state === 'failed' ? 'failed' : 'preparing',
      progress: 0,
    })),
  ]
}

export function addPhotos(jobId: string, moment: PhotoMoment, files: Iterable<Blob>): void {
  const added = Array.from(files, (file): Unsaved => ({
    key: newActionKey(),
    jobId,
    moment,
    file,
    state: 'waiting',
  }))
  unsaved.set([...unsaved.get(), ...added])
  void work()
}

/** Resolves once nothing of that job is being made smaller any more: it is in the outbox, or was refused. */
export function photosPrepared(jobId: string): Promise<void> {
  const isReady = () => !unsaved.get().some((one) => one.jobId === jobId && one.state !== 'failed')
  return new Promise((resolve) => {
    const look = () => {
      if (!isReady()) return
      stop()
      resolve()
    }
    const stop = unsaved.subscribe(look)
    look()
  })
}

export function retryPhoto(key: string): void {
  change(key, { state: 'waiting' })
  void work()
}

export function discardPhoto(key: string): void {
  unsaved.set(unsaved.get().filter((one) => one.key !== key))
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

const nextWaiting = () => unsaved.get().find(({ state }) => state === 'waiting')

/** From here on the outbox shows it, unless it does not take it. */
async function handOver(taken: Unsaved, photo: Blob): Promise<void> {
  const adding = workOutbox.add(taken.jobId, { kind: 'photo', moment: taken.moment, photo })
  discardPhoto(taken.key)
  try {
    const outcome = await adding
    if (outcome.state === 'waiting') showWaiting(outcome, { aloud: false })
  } catch (error) {
    unsaved.set([...unsaved.get(), taken])
    fail(taken.key, error)
  }
}

function fail(key: string, error: unknown): void {
  change(key, { state: 'failed', problem: error instanceof Error ? error.message : String(error) })
}

function change(key: string, changes: Partial<Unsaved>): void {
  unsaved.set(unsaved.get().map((one) => (one.key === key ? { ...one, ...changes } : one)))
}
