import { CallError } from '#client/app/call.ts'
import { refreshAfter } from '#client/app/queries.ts'
import type { ErrorBody } from '#shared/rules/errors.ts'
import { t } from '#shared/texts/t.ts'

/** Brings the picture of a technician to the server. Throws CallError. */
export async function sendPortrait(id: string, picture: File): Promise<void> {
  const response = await fetch(`/api/admin/technicians/${encodeURIComponent(id)}/photo`, {
    method: 'POST',
    headers: { 'content-type': picture.type || 'image/jpeg' },
    body: picture,
    credentials: 'same-origin',
  }).catch(() => {
    throw new CallError(0, t('No connection. Please check the network and try again.'))
  })
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>
    throw new CallError(response.status, body.message ?? response.statusText, body.details)
  }
  refreshAfter('POST /api/admin/technicians/{id}/photo', { params: { id } })
}
