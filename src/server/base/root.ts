import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of `package.json`, which also holds migrations, data and the built client; the bundle lies deeper than the
 * sources.
 */
function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('There is no package.json above the server.')
  return findRoot(parent)
}

export const root = findRoot(import.meta.dirname)
