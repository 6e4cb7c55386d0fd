let opened: ReturnType<typeof openSharp> | undefined
const inTurn = limitConcurrency(2)

export type OpenedSharp = Awaited<ReturnType<typeof openSharp>>

/** Runs at most two at a time, in order, because pictures take much memory. */
export function withSharp<T>(run: (sharp: OpenedSharp) => Promise<T>): Promise<T> {
  return inTurn(async () => {
    opened ??= openSharp()
    return run(await opened)
  })
}

// Loaded with the first picture, to save memory on servers without any.
async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  // Refuses other formats by their first bytes: SVG reads further files, and TIFF, GIF and PDF are not photos.
  sharp.block({ operation: ['VipsForeignLoad'] })
  const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`)
  sharp.unblock({ operation: loaders })
  return sharp
}

/** Runs at most `atOnce` tasks at a time; further ones queue in order. */
export function limitConcurrency(atOnce: number) {
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
