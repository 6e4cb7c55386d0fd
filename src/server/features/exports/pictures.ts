import { queryRows } from '#server/database/database.ts'
import type { storedPicture } from '#server/features/photos/queries.ts'

/** `name` is the path in the archive, `id` that of the photo store. */
type Picture = { name: string; id: string; size: Parameters<typeof storedPicture>[1] }

const pageSize = 1000

/** All photos of visits, then the pictures of people, which have one size. */
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
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await queryRows<Row>(statement, [last])
    yield* rows.map(toPicture)
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.id
  }
}

const photos = {
  name: 'export-photos',
  text: `select id, job_id as owner from job_photos where id > $1::uuid order by id limit ${pageSize}`,
}
const portraits = {
  name: 'export-portraits',
  text: `select photo_id as id, id as owner from users where photo_id > $1::uuid order by photo_id limit ${pageSize}`,
}
