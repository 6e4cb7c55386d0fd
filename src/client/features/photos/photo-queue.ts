import { newActionKey } from '#client/app/queries.ts'
import { showWaiting } from '#client/app/work/make-change.ts'
import { uploading } from '#client/app/work/upload-photo.ts'
import { waitingOf } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork, workOutbox } from '#client/app/work/work-outbox.ts'
import { createStore, useStore } from '#client/ui/store.ts'
import { maxPhotoBytes, type PhotoMoment, photoSide, photoTypes } from '#shared/rules/photos.ts'
import { text } from '#shared/texts/t.ts'

/** A photo not uploaded yet. */
export type QueuedPhoto = {
  key: string
  moment: PhotoMoment
  /** Object URL for display. */
  preview: string
  state: 'preparing' | 'saved' | 'sending' | 'failed'
  progress: number
  problem?: string
}

/** A photo outside the outbox: being resized, or rejected by the server. */
type Unsaved = Omit<QueuedPhoto, 'state' | 'progress' | 'preview'> & {
  jobId: string
  file: Blob
  state: 'waiting' | 'preparing' | 'failed'
}

// Outside React, so resizing continues across pages.
const unsaved = createStore<readonly Unsaved[]>([])
let working = false

/** A job's queued photos in order. Photos rejected later have their own notice. */
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

/** Resolves once all photos of the job are resized: queued or rejected. */
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

/** Queues a photo, which then appears from the outbox, unless the outbox rejects it. */
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

const quality = 0.85

/**
 * The photo for upload: upright, at most 2048 px, a JPEG without camera metadata such as location. Throws an Error with a
 * message for files this browser can't read.
 */
async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) {
    // The server reads formats this browser can't.
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
  // JPEG has no transparency; it would turn black.
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
