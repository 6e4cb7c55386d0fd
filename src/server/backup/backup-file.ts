import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { BackupRecord, End } from './records.ts'

/** An encrypted file begins like this, as the tool `age` writes it. */
const ageMark = 'age-encryption.org/'

/**
 * Writes records as compressed JSON lines, encrypted if there is a key, and synced to disk; only the operating user may read
 * the file. A partial file is removed.
 */
export async function writeBackupFile(
  path: string,
  records: AsyncIterable<BackupRecord>,
  key: string | undefined,
): Promise<void> {
  try {
    const lines = Readable.from(linesOf(records))
    const file = createWriteStream(path, { mode: 0o600, flush: true })
    const zip = createGzip()
    if (!key) await pipeline(lines, zip, file)
    else {
      const { Encrypter } = await import('age-encryption')
      const encrypter = new Encrypter()
      encrypter.setPassphrase(key)
      const zipped = pipeline(lines, zip)
      const encrypted = await encrypter.encrypt(Readable.toWeb(zip) as ReadableStream<Uint8Array>)
      await Promise.all([zipped, pipeline(encrypted, file)])
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function* linesOf(records: AsyncIterable<BackupRecord>) {
  for await (const record of records) yield `${JSON.stringify(record)}\n`
}

/**
 * The records of a file. Throws with one clear line if it is not a backup, is cut off or changed, or the key is missing or
 * wrong; discard what was read before.
 */
export async function* readBackupFile(
  path: string,
  key: string | undefined,
): AsyncGenerator<BackupRecord> {
  const name = basename(path)
  const isEncrypted = (await beginningOf(path)).startsWith(ageMark)
  if (isEncrypted && !key)
    throw new Error(`${name} is encrypted. Set BACKUP_KEY to the key that it was made with.`)
  const unzip = createGunzip()
  const content = createReadStream(path)
  let failure: unknown
  const source = isEncrypted ? await decrypted(content, key ?? '', name) : content
  const unzipping = pipeline(source, unzip).catch((error: unknown) => (failure = error))
  let isFirst = true
  let ended = false
  try {
    for await (const line of linesIn(unzip)) {
      const record = JSON.parse(line) as BackupRecord
      if (isFirst && !('fivequart' in record && record.format === 1)) throw new Error('no backup')
      if (ended) throw new Error('more after the end')
      isFirst = false
      ended = 'end' in record
      yield record
    }
    await unzipping
  } catch (error) {
    // Either end of the pipeline may fail first.
    failure = error
  } finally {
    // Without waiting: a pipeline that is left half read never settles.
    unzip.destroy()
    content.destroy()
  }
  if (!ended || isDamage(failure))
    throw new Error(
      isFirst
        ? `${name} is no backup of Fivequart, or is damaged at its beginning.`
        : `${name} is damaged: it cannot be read to its end.`,
      { cause: failure },
    )
}

/** Yields lines on demand, split only at line feeds, because texts may contain other line separators. */
async function* linesIn(bytes: Readable): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const text of bytes.setEncoding('utf8') as AsyncIterable<string>) {
    const pieces = text.split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      yield begun.join('') + piece
      begun = []
    }
    begun.push(last)
  }
  const rest = begun.join('')
  if (rest) yield rest
}

/** Reading only part of a file closes the streams, which is not damage. */
const isDamage = (failure: unknown) =>
  failure instanceof Error && !/premature close/i.test(failure.message)

async function decrypted(content: Readable, key: string, name: string) {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  return decrypter
    .decrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>)
    .catch((error: unknown) => {
      throw new Error(`${name} was encrypted with another key than BACKUP_KEY, or is damaged.`, {
        cause: error,
      })
    })
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => {
    throw explainReading(path, error)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ageMark.length), 0, ageMark.length)
    return buffer.toString('latin1', 0, bytesRead)
  } catch (error) {
    throw explainReading(path, error)
  } finally {
    await file.close()
  }
}

/** One line for a file that could not be read; any other error unchanged. */
function explainReading(path: string, error: unknown): unknown {
  const reason = unreadable[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new Error(`${path} could not be read: ${reason}.`, { cause: error }) : error
}

const unreadable: Record<string, string> = {
  EISDIR: 'it is a folder. Name the backup file in it',
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
}

/** Reads everything and compares it with the end record, which it returns. */
export async function verifyBackup(records: AsyncIterable<BackupRecord>): Promise<End> {
  const seen = { rows: new Map<string, number>(), photos: 0, tasks: 0 }
  let end: End | undefined
  for await (const record of records) {
    if ('table' in record)
      seen.rows.set(record.table, (seen.rows.get(record.table) ?? 0) + record.rows.length)
    else if ('photo' in record) seen.photos += 1
    else if ('tasks' in record) seen.tasks += record.tasks.length
    else if ('end' in record) end = record
  }
  if (!end) throw new Error('The backup has no end.')
  for (const [table, rows] of Object.entries(end.rows))
    if ((seen.rows.get(table) ?? 0) !== rows)
      throw new Error(`The backup has ${seen.rows.get(table) ?? 0} rows of ${table}, not ${rows}.`)
  if (seen.photos !== end.photoCount || seen.tasks !== end.taskCount)
    throw new Error('The backup does not have all photos or tasks that it should.')
  return end
}
