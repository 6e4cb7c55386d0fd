import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Progress } from './make-backup.ts'
import type { End } from './records.ts'

/** The only argument of a command. Throws `usage` without it, and for an option such as `--help`. */
export function onlyWord(words: readonly string[], usage: string): string {
  const [word, ...more] = words
  if (!word || word.startsWith('-') || more.length > 0) throw new Error(usage)
  return word
}

/** The path as the user typed it, independent of the working directory of the command. */
export const pathOf = (word: string): string => resolve(process.env.INIT_CWD ?? '.', word)

const everyMs = 1000

/** Shows progress on a terminal once a second; nothing otherwise. */
export function showProgress(): Progress {
  let reportedAt = performance.now()
  return (what, share) => {
    if (!process.stderr.isTTY || (performance.now() - reportedAt < everyMs && share < 1)) return
    reportedAt = performance.now()
    process.stderr.write(`\r${what} … ${Math.round(share * 100)} %${share < 1 ? '' : '\n'}`)
  }
}

export function describeEnd({ rows, photoCount, taskCount }: End): string {
  const counts = Object.values(rows)
  const number = (count: number) => count.toLocaleString('en-US')
  const sum = counts.reduce((all, count) => all + count, 0)
  return `${number(sum)} rows of ${counts.length} tables, ${number(photoCount)} photos, ${number(taskCount)} tasks to do`
}

/** One line for a file that could not be written; any other error unchanged. */
export function explainWriting(path: string, error: unknown): unknown {
  const reason = unwritable[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new Error(`${path} could not be written: ${reason}.`, { cause: error }) : error
}

const unwritable: Record<string, string> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
}

/** Runs a command: prints its result, or one line explaining the failure. */
export async function runCommand(
  run: (words: readonly string[]) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await run(process.argv.slice(2))}\n`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${stripVTControlCharacters(message)}\n`)
    process.exitCode = 1
  }
}
