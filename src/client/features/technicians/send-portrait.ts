import { refreshAfter } from '#client/app/queries.ts'
import { uploadFile } from '#client/app/file-transfer.ts'

/** Brings the picture of a technician to the server. Throws CallError. */
export async function sendPortrait(id: string, picture: File): Promise<void> {
  await uploadFile(`/api/admin/technicians/${encodeURIComponent(id)}/photo`, picture)
  refreshAfter('POST /api/admin/technicians/{id}/photo', { params: { id } })
}
