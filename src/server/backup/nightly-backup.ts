import { spawn } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import {
  backupFolder,
  backupName,
  storedBackups,
  partialEnding,
} from '#server/base/stored-backups.ts'
import { log } from '#server/base/log.ts'

/** Makes the nightly backup and removes the oldest beyond the limit. Throws on failure and then removes none. */
export async function backUpNightly(dataDir: string, signal: AbortSignal): Promise<void> {
  const { backupsKept } = currentSettings()
  if (backupsKept === 0) return
  const folder = resolve(backupFolder(dataDir))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Left by a killed backup.
  for (const name of await readdir(folder))
    if (name.endsWith(partialEnding)) await rm(join(folder, name), { force: true })
  const path = join(folder, backupName(now()))
  await runAside(path, signal)
  log.info({ path }, 'backup made')
  const stored = await storedBackups(dataDir)
  for (const old of stored.slice(0, -backupsKept)) await rm(old.path, { force: true })
}

/** Runs the backup command in its own process, so no request waits for it. */
async function runAside(path: string, signal: AbortSignal): Promise<void> {
  const served = process.argv[1] ?? ''
  const command = join(dirname(served), `backup${extname(served)}`)
  const options = process.execArgv.filter((option) => !option.includes('follow-parent'))
  const child = spawn(process.execPath, [...options, command, path], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let reported = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reported += text))
  const end = await new Promise<string | number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? code ?? ''))
  })
  // A process killed for lack of memory prints nothing.
  if (end !== 0) throw new Error(reported.trim() || `${basename(command)} was ended by ${end}`)
}
