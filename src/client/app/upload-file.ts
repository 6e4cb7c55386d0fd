import type { ErrorBody } from '#shared/rules/errors.ts'
import { t } from '#shared/texts/t.ts'
import { CallError } from './call.ts'

/** Sends a file as it is; answers what the server says. Throws CallError. */
export async function uploadFile(path: string, file: File): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': file.type || 'image/jpeg' },
    body: file,
    credentials: 'same-origin',
  }).catch(() => {
    throw new CallError(0, t('No connection. Please check the network and try again.'))
  })
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok) return body
  const { message, details } = body as Partial<ErrorBody>
  throw new CallError(response.status, message ?? response.statusText, details)
}
