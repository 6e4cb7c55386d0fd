import { join } from 'node:path'

const problems: [RegExp, string][] = [
  [/ENOSPC|No space left/i, 'the disk is full. Make room there'],
  [/EROFS|Read-only file system/i, 'it cannot be written to. Make it writable'],
  [/EACCES|EPERM/, 'this user may not write there. Change its owner'],
  [/EEXIST|ENOTDIR/, 'it is a file, not a folder. Move it away'],
  [/ENOENT/, 'it cannot be made there. Make the folder above it'],
]

/** The engine's only message about unusable files. */
const engineGaveUp = /^\w*Error: (Aborted\(|PGlite failed to initialize)/

/** One line about an unusable data folder; any other error unchanged. */
export function explainFolderProblem(dataDir: string, error: unknown): unknown {
  const words = String(error)
  if (engineGaveUp.test(words))
    return new Error(
      `The database in ${join(dataDir, 'database')} is damaged, as after a disk that failed. Keep the folder aside, and restore ` +
        'the last backup into an empty DATA_DIR: npm run restore -- FILE.',
      { cause: error },
    )
  const [, problem] = problems.find(([pattern]) => pattern.test(words)) ?? []
  // The engine names files relative to the folder, Node by full path: another path is another problem.
  if (!problem || (isAboutFile(error) && !words.includes(dataDir))) return error
  const line = `The data folder ${dataDir} cannot be used: ${problem}, or choose another DATA_DIR.`
  return new Error(line, { cause: error })
}

const isAboutFile = (error: unknown) => error instanceof Error && 'path' in error
