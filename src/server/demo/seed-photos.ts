import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { PhotoStore } from '#server/adapters/photos/port.ts'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { inspections } from '#server/database/tables/inspections.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { fileName } from '#server/features/photos/photo-files.ts'
import type { PhotoMoment, PhotoSize } from '#shared/rules/photos.ts'
import { mainEmails } from './people.ts'
import { root } from '#server/base/root.ts'

// Drawn by scripts/build-demo-photos.ts.
const folder = join(root, 'src/server/demo/photos')
const [width, height] = [1280, 960]
const minuteMs = 60_000
/** `minutes` after work started or ended. */
type Picture = { name: string; moment: PhotoMoment; minutes: number }
const pictures: Picture[] = [
  { name: 'oil-before', moment: 'before', minutes: 0 },
  { name: 'oil-after', moment: 'after', minutes: -2 },
  { name: 'sticker', moment: 'after', minutes: -1 },
]

/** Of findings to act on, by their item: one each. */
const ofFindings: { name: string; items: RegExp }[] = [
  { name: 'tread', items: /_tread$/ },
  { name: 'pads', items: /_pads$/ },
  { name: 'battery', items: /^battery_/ },
]

type Visit = { id: string; technicianId: string | null; startedAt: Date; completedAt: Date | null }

/** Adds photos to the newest visits, once; visits in progress only have the ones from before the work. */
export async function seedPhotos(store: PhotoStore): Promise<void> {
  await transaction(async () => {
    await queryRows({
      name: 'demo-photos-lock',
      text: `select pg_advisory_xact_lock(hashtext('demo-photos'))::text`,
    })
    if ((await db().$count(jobPhotos)) > 0) return
    for (const visit of await visitsToShow())
      for (const picture of pictures)
        if (picture.moment === 'before' || visit.completedAt)
          await addPicture(store, visit, picture)
    for (const visit of await visitsToShow()) await addToFindings(store, visit)
  })
}

async function addToFindings(store: PhotoStore, visit: Visit): Promise<void> {
  const [inspection] = await db()
    .select({ findings: inspections.findings })
    .from(inspections)
    .where(eq(inspections.jobId, visit.id))
  if (!inspection) return
  const { findings } = inspection
  for (const { name, items } of ofFindings) {
    const finding = findings.find(
      ({ itemId, result }) => items.test(itemId) && (result === 'fail' || result === 'watch'),
    )
    if (!finding) continue
    const picture: Picture = { name, moment: 'before', minutes: 4 }
    finding.photoIds = [...finding.photoIds, await addPicture(store, visit, picture)]
  }
  await db().update(inspections).set({ findings }).where(eq(inspections.jobId, visit.id))
}

function visitsToShow(): Promise<Visit[]> {
  return queryRows<Visit>(
    {
      name: 'demo-photo-visits',
      text: `(select j.id, technician_id, started_at,
          completed_at
        from jobs j join users u on u.id = j.customer_id
        where u.email = $1 and j.status = 'completed' and started_at is not null
        order by completed_at desc limit 3)
        union all
        (select id, technician_id, started_at, completed_at from jobs
        where status = 'in_progress' and started_at is not null order by started_at limit 3)`,
    },
    [mainEmails.customer],
  )
}

async function addPicture(
  store: PhotoStore,
  { id: jobId, technicianId, startedAt, completedAt }: Visit,
  { name, moment, minutes }: Picture,
): Promise<string> {
  const id = randomUUID()
  const read = (size: PhotoSize) => readFile(join(folder, fileName(name, size)))
  const large = await read('large')
  await store.put(fileName(id, 'large'), large)
  await store.put(fileName(id, 'thumbnail'), await read('thumbnail'))
  const near = moment === 'after' && completedAt ? completedAt : startedAt
  const createdAt = new Date(near.getTime() + minutes * minuteMs)
  const size = { width, height, bytes: large.byteLength }
  await db()
    .insert(jobPhotos)
    .values({ id, jobId, moment, uploadedBy: technicianId, ...size, createdAt })
  return id
}
