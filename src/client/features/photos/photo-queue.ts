import { newActionKey } from '#client/app/queries.ts'
import { showWaiting } from '#client/app/work/make-change.ts'
import { uploading } from '#client/app/work/upload-photo.ts'
import { waitingOf } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork, workOutbox } from '#client/app/work/work-outbox.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import { maxPhotoBytes, type PhotoMoment, photoSide, photoTypes } from '#shared/rules/photos.ts'
import { text } from '#shared/texts/t.ts'

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

const mostPreviews = 60
const previews = new Map<string, string>()

/** An address of the picture inside this browser; the oldest are given back when there are many. */
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

const quality = 0.85

/**
 * The photo as it is sent: upright, at most 2048 px, a JPEG without the data of the camera (where it was taken).
 * Throws an Error with the sentence to show for what this browser cannot read.
 */
async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) {
    // The server may read what this browser cannot.
    if ((photoTypes as readonly string[]).includes(file.type) && file.size <= maxPhotoBytes)
      return file
    throw new Error(
      text('We cannot read this picture. Please send a photo as JPEG, PNG, WebP or AVIF.'),
    )
  }
  const scale = Math.min(1, photoSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  try {
    return await drawJpeg(picture, width, height)
  } finally {
    picture.close()
  }
}

function drawJpeg(picture: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas to draw on.')
  // A JPEG has no transparency; without this it would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))),
      'image/jpeg',
      quality,
    ),
  )
}
