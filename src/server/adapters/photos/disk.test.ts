import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskPhotoStore } from './disk.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fivequart-photos-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('a photo is stored two folders deep, read, replaced and removed', async () => {
  const store = diskPhotoStore(join(folder, 'new', 'photos'))
  const name = `${randomUUID()}.jpg`
  await store.put(name, Buffer.from('one'))
  await store.put(name, Buffer.from('two'))
  expect(Buffer.from((await store.get(name)) ?? []).toString()).toBe('two')
  const below = join(folder, 'new', 'photos', name.slice(0, 2), name.slice(2, 4))
  expect(await readdir(below)).toEqual([name])
  await store.remove(name)
  await store.remove(name)
  expect(await store.get(name)).toBe(undefined)
  expect(await filesIn(folder)).toEqual([])
})

test('concurrent writes under one name leave one complete photo and nothing else', async () => {
  const store = diskPhotoStore(folder)
  const name = `${randomUUID()}.jpg`
  const texts = Array.from({ length: 12 }, (_, n) => String(n).repeat(50_000))
  await Promise.all(texts.map((text) => store.put(name, Buffer.from(text))))
  expect(texts).toContain(Buffer.from((await store.get(name)) ?? []).toString())
  expect(await filesIn(folder)).toEqual([name])
})

test.each(['../secret', `${'a'.repeat(8)}-../../x`, '', 'photo.jpg', `/${randomUUID()}`])(
  'the name %j leads nowhere',
  async (name) => {
    const store = diskPhotoStore(join(folder, 'photos'))
    await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('No photo name')
    expect(await filesIn(folder)).toEqual([])
  },
)

test('old names are listed, new ones are not', async () => {
  const store = diskPhotoStore(folder)
  const [old, fresh] = [`${randomUUID()}.jpg`, `${randomUUID()}.jpg`]
  await store.put(old, Buffer.from('x'))
  await store.put(fresh, Buffer.from('x'))
  const path = join(folder, old.slice(0, 2), old.slice(2, 4), old)
  const day = new Date('2026-01-02')
  await utimes(path, day, day)
  await writeFile(join(folder, 'not-a-photo'), '')
  const names: string[] = []
  for await (const name of store.namesBefore?.(new Date('2026-01-03')) ?? []) names.push(name)
  expect(names).toEqual([old])
})
