import type { Coordinates } from '#shared/rules/service-area.ts'

/** Where the pictures of a map come from, and whom they are of. */
export type MapTiles = { url: string; attribution: string }

/** What stands on a map. */
export type Shape =
  /** An area around a place. */
  | { kind: 'circle'; place: Coordinates; miles: number; tone: 'active' | 'off' | 'drawn' }
  /** The order of the visits of somebody's day. */
  | { kind: 'route'; places: Coordinates[]; isFaint?: boolean }
  /** Around where somebody is expected, when it is not known exactly. */
  | { kind: 'about'; place: Coordinates }
  | {
      kind: 'mark'
      place: Coordinates
      label: string
      tone: 'taken' | 'open' | 'other'
      isFaint?: boolean
    }
  /** Where somebody is now. */
  | { kind: 'live'; place: Coordinates; label: string }
