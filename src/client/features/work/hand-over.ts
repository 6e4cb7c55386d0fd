import { CallError, api } from '#client/app/call.ts'
import { isPassing } from '#client/app/outbox/outbox.ts'
import { phrasesOfChange } from '#client/app/work/describe-work-change.ts'
import { uploadUnsentPhoto } from '#client/app/work/upload-photo.ts'
import { timeOf, type WorkEntry } from '#client/app/work/waiting-changes.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { maxUnsentChanges } from '#shared/rules/unsent-work.ts'
import { inEnglish, type Phrase, text, translate } from '#shared/texts/t.ts'

/** A change as reported to the office, with the reason it was not saved, for readers of any language. */
export function describeUnsent(entry: WorkEntry, reason: string) {
  const { key, change } = entry
  const { what, said, typed } = phrasesOfChange(change)
  const at = timeOf(entry).toISOString()
  const extra = change.kind === 'extra' && { extra: change.body }
  return {
    key,
    what: inEnglish(what),
    ...(said && { said }),
    ...(typed && { entered: typed }),
    ...extra,
    reason,
    at,
  }
}

/** Why a refused change came too late, in words for the office. */
const lateReasons: Readonly<Record<string, string>> = {
  over: text('The visit was already over.'),
  moved: text('It was done before the visit was moved.'),
  other_car: text('It was done before the office chose another car.'),
}

type HandOver = {
  jobId: string
  entries: readonly WorkEntry[]
  changes: readonly ReturnType<typeof describeUnsent>[]
  /** Kept across retries, so the office gets one report. */
  key: string
  /** The token of a technician whose access has ended. */
  handIn?: string
}

/** Reports a visit's unsent changes to the office with their photos, and drops them here. Throws CallError. */
export async function handOver({ jobId, entries, changes, key, handIn }: HandOver): Promise<void> {
  const by = handIn === undefined ? {} : { handIn }
  const pictures = await sendPictures(entries, by)
  const reported = changes.slice(0, maxUnsentChanges).map(({ key: id, ...one }) => {
    const { why = '', untranslated: refusal } = entries.find(({ key: own }) => own === id) ?? {}
    const late = lateReasons[why]
    return {
      ...one,
      ...(late ? { reason: late } : refusal && { refusal }),
      ...pictures.get(id),
    }
  })
  await api('POST /api/jobs/{id}/unsent-work', {
    params: { id: jobId },
    body: { changes: reported },
    idempotencyKey: key,
    ...by,
  })
  await workOutbox.drop(entries.map((entry) => entry.key))
}

/** Uploads the photos and returns a result for each. Throws CallError if one can be retried later. */
async function sendPictures(entries: readonly WorkEntry[], by: { handIn?: string }) {
  const sent = new Map<
    string,
    { photoId: string; entered: string; said: [] } | { reason: string; refusal?: Phrase }
  >()
  for (const entry of entries) {
    const { key, jobId, personId: sentBy, change } = entry
    if (change.kind !== 'photo') continue
    const { moment, photo } = change
    const upload = { jobId, moment, photo, key, happenedAt: timeOf(entry), sentBy, ...by }
    try {
      const { id: photoId } = await uploadUnsentPhoto(upload)
      sent.set(key, { photoId, entered: photoMomentLabels[moment], said: [] })
    } catch (error) {
      if (!(error instanceof CallError) || isPassing(error) || error.status === 401) throw error
      // The report is sent without it.
      const { message, untranslated: refusal } = error
      sent.set(key, { reason: translate(message), ...(refusal && { refusal }) })
    }
  }
  return sent
}
