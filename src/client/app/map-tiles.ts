import { useCall } from './queries.ts'

/** The office's map tile server; null when there is none, undefined while loading. */
export function useMapTiles() {
  const { data } = useCall('GET /api/admin/map-tiles', undefined, { staleTime: Infinity })
  return data && data.tiles
}
