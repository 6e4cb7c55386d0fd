import { takeAnswer, unreachable } from './call.ts'

/**
 * Downloads a file, with the guest's link if there is one, and saves it under that name. Throws CallError, where a
 * plain link would fail silently. `onProgress` gets the bytes received so far.
 */
export async function downloadFile(
  url: string,
  fileName: string,
  guestLink?: string | null,
  onProgress?: (bytes: number) => void,
): Promise<void> {
  const headers: HeadersInit = guestLink ? { 'x-guest-link': guestLink } : {}
  const response = await fetch(url, { credentials: 'same-origin', headers }).catch(() => {
    throw unreachable()
  })
  await takeAnswer(response)
  const objectUrl = URL.createObjectURL(await bytesOf(response, onProgress))
  const link = Object.assign(document.createElement('a'), { href: objectUrl, download: fileName })
  link.click()
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000)
}

async function bytesOf(response: Response, onProgress?: (bytes: number) => void): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob()
  let bytes = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counting)).blob().catch(() => {
    throw unreachable()
  })
}

/** Uploads a file unchanged; returns the server's response. Throws CallError. */
export async function uploadFile(path: string, file: File): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': file.type || 'image/jpeg' },
    body: file,
    credentials: 'same-origin',
  }).catch(() => {
    throw unreachable()
  })
  return (await takeAnswer(response)).json()
}
