import type { Logo } from '#shared/rules/logo.ts'

type Size = { width: number; height: number }

/** A picture in RGBA, the box around its visible part, and its appearance. */
export type Drawn = {
  data: Buffer
  size: Size
  box: Size & { left: number; top: number }
  isOpaque: boolean
  /** Shares of the visible pixels that would vanish on a black or a white background. */
  dark: number
  light: number
  /** Background color around it, `#rrggbb`. */
  fill: string
}

const ink = '#14181f'
const paper = '#ffffff'
/** Share of pixels that may vanish before the picture looks different. */
const mayVanish = 0.04

/** Analyzes a picture; undefined if it is blank. */
export function inspectLogo(data: Buffer, { width, height }: Size): Drawn | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1]
  let [seen, dark, light] = [0, 0, 0]
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel++) {
    if (data[at + 3]! < 24) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    if (data[at + 3]! < 128) continue
    seen += 1
    const bright = 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!
    if (bright < 72) dark += 1
    else if (bright > 225) light += 1
  }
  if (seen === 0) return undefined
  const isOpaque = data.every((value, at) => at % 4 !== 3 || value > 250)
  const looked = { isOpaque, dark: dark / seen, light: light / seen }
  return {
    data,
    size: { width, height },
    box: { left, top, width: right - left + 1, height: bottom - top + 1 },
    ...looked,
    // An opaque picture's own background is continued.
    fill: isOpaque ? hex(data) : backgroundFor(looked) === 'dark' ? ink : paper,
  }
}

/** The background on which a logo is visible. */
export function backgroundFor({
  isOpaque,
  dark,
  light,
}: Pick<Drawn, 'isOpaque' | 'dark' | 'light'>): Logo['ground'] {
  if (isOpaque || Math.max(dark, light) < mayVanish) return 'any'
  return dark >= light ? 'light' : 'dark'
}

/** The color of the upper left corner. */
const hex = (data: Buffer) => `#${data.subarray(0, 3).toString('hex')}`
