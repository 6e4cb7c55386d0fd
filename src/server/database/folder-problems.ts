import { join } from 'node:path'

const problems: [RegExp, string][] = [
  [/ENOSPC|No space left/i, 'the disk is full. Make room there'],
  [/EROFS|Read-only file system/i, 'it cannot be written to. Make it writable'],
  [/EACCES|EPERM/, 'this user may not write there. Change its owner'],
  [/EEXIST|ENOTDIR/, 'it is a file, not a folder. Move it away'],
  [/ENOENT/, 'it cannot be made there. Make the folder above it'],
]

/** All that is heard of an engine that cannot make sense of its files. */
const engineGaveUp = /^\w*Error: (Aborted\(|PGlite failed to initialize)/

/** One line about a data folder that cannot be used; any other error as it is. */
export function explainFolderProblem(dataDir: string, error: unknown): unknown {
  const words = String(error)
  if (engineGaveUp.test(words))
    return new Error(
      `The database in ${join(dataDir, 'database')} is damaged, as after a disk that failed. Keep the folder aside, and restore ` +
        'the last backup into an empty DATA_DIR: npm run restore -- FILE.',
      { cause: error },
    )
  const [, problem] = problems.find(([pattern]) => pattern.test(words)) ?? []
  // The engine names its files by their place in the folder, Node by their whole path: another path is another trouble.
  if (!problem || (isAboutFile(error) && !words.includes(dataDir))) return error
  const line = `The data folder ${dataDir} cannot be used: ${problem}, or choose another DATA_DIR.`
  return new Error(line, { cause: error })
}

const isAboutFile = (error: unknown) => error instanceof Error && 'path' in error
