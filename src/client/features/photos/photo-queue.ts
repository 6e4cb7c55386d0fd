import { useSyncExternalStore } from 'react'
import { newActionKey } from '#client/app/queries.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import { showPhoto } from './photo-list.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { uploadPhoto } from './upload-photo.ts'

/** A photo that was taken or chosen and is not on the server yet. */
export type QueuedPhoto = {
  key: string
  jobId: string
  moment: PhotoMoment
  /** The file as it came from the camera. */
  file: Blob
  /** Address of the picture inside this browser, to show it while it waits. */
  preview: string
  state: 'waiting' | 'preparing' | 'sending' | 'failed'
  /** What was sent of it, 0 to 1. */
  progress: number
  /** Why it failed. */
  problem?: string
}

// Outside of React, so that photos go on being sent while other pages are looked at.
let queue: readonly QueuedPhoto[] = []
let working = false
const listeners = new Set<() => void>()

/** What waits, of all jobs, in the order it was taken. */
export function useQueuedPhotos(): readonly QueuedPhoto[] {
  return useSyncExternalStore(subscribe, () => queue)
}

export function addPhotos(jobId: string, moment: PhotoMoment, files: Iterable<Blob>): void {
  const added = Array.from(files, (file): QueuedPhoto => ({
    key: newActionKey(),
    jobId,
    moment,
    file,
    preview: URL.createObjectURL(file),
    state: 'waiting',
    progress: 0,
  }))
  show([...queue, ...added])
  void work()
}

export function retryPhoto(key: string): void {
  change(key, { state: 'waiting', progress: 0 })
  void work()
}

export function discardPhoto(key: string): void {
  const photo = queue.find((one) => one.key === key)
  if (photo) URL.revokeObjectURL(photo.preview)
  show(queue.filter((one) => one.key !== key))
}

/** One after the other: a phone's network carries one photo faster than several. */
async function work(): Promise<void> {
  if (working) return
  working = true
  for (let next = nextWaiting(); next; next = nextWaiting()) await send(next)
  working = false
}

const nextWaiting = () => queue.find(({ state }) => state === 'waiting')

async function send({ key, jobId, moment, file }: QueuedPhoto): Promise<void> {
  try {
    change(key, { state: 'preparing' })
    const photo = await shrinkPhoto(file)
    change(key, { state: 'sending' })
    const onProgress = (progress: number) => change(key, { progress })
    showPhoto(jobId, await uploadPhoto({ jobId, moment, photo, key, onProgress }))
    discardPhoto(key)
  } catch (error) {
    change(key, {
      state: 'failed',
      problem: error instanceof Error ? error.message : String(error),
    })
  }
}

function change(key: string, changes: Partial<QueuedPhoto>): void {
  show(queue.map((one) => (one.key === key ? { ...one, ...changes } : one)))
}

function show(next: readonly QueuedPhoto[]): void {
  queue = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
