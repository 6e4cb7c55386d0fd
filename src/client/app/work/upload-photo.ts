import { type CallAnswer, CallError, errorOf } from '#client/app/call.ts'
import { createStore } from '#client/ui/store.ts'
import type { Photo } from '#shared/contract/photos.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import { text } from '#shared/texts/t.ts'

interface Upload {
  jobId: string
  moment: PhotoMoment
  photo: Blob
  /** Stays the same over retries, so the server keeps the photo once. */
  key: string
  happenedAt: Date
  sentBy: string
}

const longestUploadMs = 60_000

/** Upload progress, 0 to 1; null without an upload. */
export const uploading = createStore<{ key: string; share: number } | null>(null)

/** Uploads a photo. Throws CallError; status 0 when no answer came and it may have arrived. */
export const uploadPhoto = (upload: Upload) => bring<Photo>('photos', upload)

/** Uploads a photo for the office only, of a visit that was reassigned, moved or cancelled in the meantime. */
export const uploadUnsentPhoto = (upload: Upload) =>
  bring<CallAnswer<'POST /api/jobs/{id}/unsent-photos'>>('unsent-photos', upload)

function bring<Answer>(where: 'photos' | 'unsent-photos', upload: Upload): Promise<Answer> {
  const { jobId, moment, photo, key, happenedAt, sentBy } = upload
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', `/api/jobs/${encodeURIComponent(jobId)}/${where}?moment=${moment}`)
    request.setRequestHeader('content-type', photo.type || 'image/jpeg')
    request.setRequestHeader('idempotency-key', key)
    request.setRequestHeader('x-happened-at', happenedAt.toISOString())
    request.setRequestHeader('x-sent-by', sentBy)
    request.responseType = 'json'
    request.timeout = longestUploadMs
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      uploading.set({ key, share: total > 0 ? loaded / total : 0 }),
    )
    const fail = () =>
      reject(new CallError(0, text('No connection. Please check the network and try again.')))
    for (const event of ['error', 'timeout', 'abort']) request.addEventListener(event, fail)
    request.addEventListener('load', () => {
      if (request.status === 201) return resolve(request.response as Answer)
      reject(errorOf(request.status, request.response))
    })
    request.addEventListener('loadend', () => uploading.set(null))
    request.send(photo)
  })
}
