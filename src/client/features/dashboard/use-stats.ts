import { whileDown } from '#client/app/socket-state.ts'
import { useCall } from '#client/app/queries.ts'

/** The numbers of the business, one call for all cards that show some of them. */
export const useStats = () =>
  useCall('GET /api/dashboard/stats', undefined, { refetchInterval: whileDown(60_000) })
