import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** After a build, adds a `.br` and a `.gz` beside every text asset, at the highest compression. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    // Not closeBundle: that runs after a failed build too, and would hide the real error.
    writeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  }
}

async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files.filter((file) => compressible.test(file)).map((file) => compressFile(join(folder, file))),
  )
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  const brotli = await promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  const gzipped = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
