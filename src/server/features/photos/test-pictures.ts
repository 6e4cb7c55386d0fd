// Loaded here too, because loaders of refused formats are disabled for the whole process.
import sharp, { type Sharp } from 'sharp'

const red = { r: 200, g: 20, b: 20 }
const blue = { r: 20, g: 20, b: 200 }

/** A picture with a red upper and a blue lower half. */
export function twoColors(width: number, height: number): Sharp {
  const half = { width, height: Math.ceil(height / 2), channels: 3 as const }
  return sharp({ create: { width, height, channels: 3, background: blue } }).composite([
    { input: { create: { ...half, background: red } }, top: 0, left: 0 },
  ])
}

/** As a phone sends it: rotated, and with its location. */
export const fromPhone = (width = 600, height = 400): Promise<Buffer> =>
  twoColors(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SecretPhone', Artist: 'Dan' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 2/1', GPSLongitudeRef: 'W' },
    })
    .jpeg()
    .toBuffer()

/** A small PNG that claims to have this size in pixels. */
export async function claimedPng(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: red } })
    .png()
    .toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
