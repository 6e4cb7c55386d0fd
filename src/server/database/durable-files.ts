import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

/** An open file or folder; `nfd` is Node's descriptor. */
interface Stream {
  nfd: number
}

interface NodeFilesystem {
  stream_ops: { fsync?: (stream: Stream) => number }
  tryFSOperation(operation: () => void): void
}

/** PGlite's files on disk with a working fsync; the stock one does nothing. */
export class DurableFiles extends NodeFS {
  /** Number of syncs since the start. */
  syncs = 0

  override async init(pg: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = emscriptenOpts.preRun ?? []
    preRun.push((module: object) => {
      this.#hook((module as { NODEFS: NodeFilesystem }).NODEFS)
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #hook(files: NodeFilesystem) {
    files.stream_ops.fsync = (stream) => {
      // PostgreSQL must see a failed sync, so it stops instead of trusting the file.
      files.tryFSOperation(() => fdatasyncSync(stream.nfd))
      this.syncs++
      return 0
    }
  }
}

/** Syncs a folder's entries (new, renamed and removed names) to disk. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder, and journals its entries itself.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Syncs a folder with everything in it to disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncFile(path)
  }
  syncFolder(folder)
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
