import { api, type CallAnswer, CallError, type CallInput } from '#client/app/call.ts'
import { createStore } from '#client/ui/store.ts'
import type { Photo } from '#shared/contract/photos.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'

interface Upload {
  jobId: string
  moment: PhotoMoment
  photo: Blob
  /** The photo's id; by default the server chooses one. */
  id?: string
  /** Stays the same over retries, so the server keeps the photo once and the upload continues where it stopped. */
  key: string
  happenedAt: Date
  sentBy: string
  /** The token of a technician whose access has ended. */
  handIn?: string
}

/** Upload progress, 0 to 1; null without an upload. */
export const uploading = createStore<{ key: string; share: number } | null>(null)

/** Uploads a photo. Throws CallError; status 0 when no answer came and it may have arrived. */
export const uploadPhoto = (upload: Upload): Promise<Photo> =>
  bring('POST /api/jobs/{id}/photos', upload)

/** Uploads a photo for the office only, of a visit that was reassigned, moved or ended in the meantime. */
export const uploadUnsentPhoto = (
  upload: Upload,
): Promise<CallAnswer<'POST /api/jobs/{id}/unsent-photos'>> =>
  bring('POST /api/jobs/{id}/unsent-photos', upload)

const leastPart = 64 * 1024
const mostPart = 4 * 1024 * 1024
/**
 * How long a part should take: long enough that waiting for answers costs little, short enough that a break loses little.
 */
const partMs = 8_000
/** A part without an answer is sent again: the smallest takes a minute at 1 kB/s. */
const longestPartMs = 120_000

let partBytes = leastPart
/** The bytes that the server has of photos under way, by key. */
const received = new Map<string, number>()

type UploadRoute = 'POST /api/jobs/{id}/photos' | 'POST /api/jobs/{id}/unsent-photos'
// Both routes take the same input.
type Sending<R extends UploadRoute> = (
  route: R,
  input: CallInput<UploadRoute>,
) => Promise<CallAnswer<R>>

async function bring<R extends UploadRoute>(
  route: R,
  { jobId, moment, photo, id, key, happenedAt, sentBy, handIn }: Upload,
): Promise<CallAnswer<R>> {
  // A broken connection is retried at once as long as it makes progress.
  let progressed = false
  try {
    for (;;) {
      const from = received.get(key) ?? 0
      uploading.set({ key, share: from / photo.size })
      const part = photo.slice(from, from + partBytes, photo.type || 'image/jpeg')
      const isLast = from + part.size >= photo.size
      const common = {
        sentBy,
        ...(handIn && { handIn }),
        signal: AbortSignal.timeout(longestPartMs),
      }
      const started = Date.now()
      try {
        if (isLast) {
          const input = {
            params: { id: jobId },
            query: { moment, ...(id && { id }), ...(from > 0 && { from }) },
            body: part,
            idempotencyKey: key,
            happenedAt,
            ...common,
          }
          const answer = await (api as Sending<R>)(route, input)
          received.delete(key)
          return answer
        }
        const known = await api('PUT /api/photo-parts/{upload}', {
          params: { upload: key },
          query: { from },
          body: part,
          ...common,
        })
        progressed = known.received > from
        received.set(key, known.received)
        const grown = part.size * Math.min(4, partMs / Math.max(1, Date.now() - started))
        partBytes = Math.round(Math.min(Math.max(grown, leastPart), mostPart))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        partBytes = leastPart
        const has = receivedOf(error)
        if (has !== undefined && has !== from) received.set(key, has)
        else if (error.status !== 0 || !progressed) throw error
        progressed = false
      }
    }
  } finally {
    uploading.set(null)
  }
}

/** The bytes the server has if it refused a part that does not follow them; otherwise undefined. */
function receivedOf({ details }: CallError): number | undefined {
  const { reason, received: has } = (details ?? {}) as { reason?: unknown; received?: unknown }
  return reason === 'parts' && typeof has === 'number' ? has : undefined
}
