import { useCall } from './queries.ts'

/** Where the office has the pictures of its maps from; null: from nowhere, undefined while that is not known. */
export function useMapTiles() {
  const { data } = useCall('GET /api/admin/map-tiles', undefined, { staleTime: Infinity })
  return data && data.tiles
}
