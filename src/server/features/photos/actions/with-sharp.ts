let opened: ReturnType<typeof openSharp> | undefined
const inTurn = takeTurns(2)

export type OpenedSharp = Awaited<ReturnType<typeof openSharp>>

/** Two at once, in order: a picture takes much memory. */
export function withSharp<T>(run: (sharp: OpenedSharp) => Promise<T>): Promise<T> {
  return inTurn(async () => {
    opened ??= openSharp()
    return run(await opened)
  })
}

// Loaded with the first picture, so that a server without any does not pay for it.
async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  // Every other format is refused by its first bytes: SVG reads further files, and TIFF, GIF and PDF are no photos.
  sharp.block({ operation: ['VipsForeignLoad'] })
  const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`)
  sharp.unblock({ operation: loaders })
  return sharp
}

/** Runs at most `atOnce` tasks at a time; further ones queue in order. */
export function takeTurns(atOnce: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
