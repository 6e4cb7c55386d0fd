import type { ScreenPath } from './screen-paths.ts'

/** Pages with a card form: only these may load the card provider's resources. Guests have one page for everything. */
const cardScreens = [
  '/pre-authorize/:jobId',
  '/payment/:jobId',
  '/guest/:token',
] as const satisfies readonly ScreenPath[]

const shapes = new Map<ScreenPath, RegExp>()

/** Whether a path without query belongs to that screen. */
export function isAt(screen: ScreenPath, path: string): boolean {
  const shape = shapes.get(screen) ?? new RegExp(`^${screen.replace(/:\w+/g, '[^/]+')}/?$`, 'i')
  shapes.set(screen, shape)
  return shape.test(path)
}

/** Whether a path without query has a card form. */
export const isCardScreen = (path: string): boolean => cardScreens.some((one) => isAt(one, path))

/** Whether a path without query may use the camera, to read a VIN. */
export const isCameraScreen = (path: string): boolean => isAt('/vehicle-lookup', path)
