import { queryRows } from '#server/database/database.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { storedPicture } from '#server/features/photos/queries.ts'

/** `name` is the path in the archive, `id` the photo store's. */
type Picture = { name: string; id: string; size: Parameters<typeof storedPicture>[1] }

/** All photos of visits, then people's pictures, which have one size. */
export async function* picturesToExport(): AsyncGenerator<Picture> {
  yield* pagesOf(photos, ({ id, owner }) => ({
    name: `photos/${owner}/${id}.jpg`,
    id,
    size: 'large',
  }))
  yield* pagesOf(portraits, ({ id, owner }) => ({
    name: `portraits/${owner}.jpg`,
    id,
    size: 'thumbnail',
  }))
}

type Row = { id: string; owner: string }

async function* pagesOf(statement: typeof photos, toPicture: (row: Row) => Picture) {
  const pages = exportPages(async (limit, after = noId) => {
    const rows = await queryRows<Row>(statement, [after, limit])
    return { rows: rows.map(toPicture), next: rows.length === limit ? rows.at(-1)?.id : undefined }
  })
  for await (const pictures of pages) yield* pictures
}

const noId = '00000000-0000-0000-0000-000000000000'

const photos = {
  name: 'export-photos',
  text: `select id, job_id as owner from job_photos where id > $1::uuid order by id limit $2`,
}
const portraits = {
  name: 'export-portraits',
  text: `select photo_id as id, id as owner from users where photo_id > $1::uuid order by photo_id limit $2`,
}
