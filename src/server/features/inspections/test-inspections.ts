import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect } from 'vitest'
import { now } from '#server/base/clock.ts'
import { type JobRow, makeJob } from '#server/database/test-factories.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { firstInspectionTemplate } from '#server/reference/inspection-template.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'

export let app: ReturnType<typeof useTestApp>
export let admin: TestPerson
export let technician: TestPerson
export let customer: TestPerson
/** The technician's visit in progress. */
export let job: JobRow
export let template: { id: string; version: number }

/** Creates the people, the visit and the template before each test of a file. */
export function setUpInspections() {
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-inspections-'))
  app = useTestApp({ env: { DATA_DIR: folder } })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    await changeSettings({ uses: usesEverything })
    admin = await app.as('admin')
    technician = await app.as('technician')
    customer = await app.as('customer')
    job = await jobOf(customer)
    template = (await addTemplate(firstInspectionTemplate)).body
  })
}

export const jobOf = (whose: TestPerson, more: Partial<JobRow> = {}) =>
  makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: whose.user.id,
    ...more,
  })

export const addTemplate = (body: unknown, who = admin) =>
  who.call('POST /api/admin/inspection-templates', { body })
export const changeTemplate = (id: string, body: unknown, version?: number) =>
  admin.call('PATCH /api/admin/inspection-templates/{id}', {
    params: { id },
    body,
    ...(version && { headers: { 'if-match': `"${version}"` } }),
  })

export const get = (who: Pick<TestPerson, 'call'> = technician, id = job.id) =>
  who.call('GET /api/jobs/{id}/inspection', { params: { id } })

type Sent = {
  who?: TestPerson
  at?: Date
  id?: string
  key?: string
  template?: typeof template
  /** The findings the phone started from. */
  seen?: object[]
}
export const put = (
  findings: unknown,
  { who = technician, at, id = job.id, key, seen, ...sent }: Sent = {},
) => {
  const { id: templateId, version: templateVersion } = sent.template ?? template
  return who.call('PUT /api/jobs/{id}/inspection', {
    params: { id },
    body: { templateId, templateVersion, findings, ...(seen && { seen }) },
    headers: {
      ...(at && { 'x-happened-at': at.toISOString() }),
      ...(key && { 'idempotency-key': key }),
    },
  })
}

export const finding = (itemId: string, more: object = {}) => ({
  itemId,
  result: 'ok',
  photoIds: [],
  ...more,
})
export const tread = (measure: number, more: object = {}) =>
  finding('front_left_tread', { measure, unit: '32nds', ...more })
export const anyId = '6a4b9a3e-6f0e-4f4e-9a46-0d5c3d9a1c11'
export const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000)

export async function addPhoto(id = job.id, who = technician): Promise<string> {
  const bytes = await twoColors(60, 40).jpeg().toBuffer()
  const { status, body } = await who.call('POST /api/jobs/{id}/photos', {
    params: { id },
    query: { moment: 'before' },
    bytes,
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(status).toBe(201)
  return body.id
}

export const complete = (at?: Date) =>
  technician.call('PATCH /api/jobs/{id}/status', {
    params: { id: job.id },
    body: { status: 'completed' },
    ...(at && { headers: { 'x-happened-at': at.toISOString() } }),
  })

export const history = async () =>
  (await admin.call('GET /api/jobs/{id}/history', { params: { id: job.id } })).body as {
    title: string
    lines?: string[]
  }[]
