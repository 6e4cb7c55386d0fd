import { useMutation } from '@tanstack/react-query'
import { api, type CallError } from '#client/app/call.ts'
import { refreshAfter, useCall } from '#client/app/queries.ts'

const ownRoute = '/api/calendar-feed'
const route = '/api/admin/technicians/{id}/calendar-feed'

/** The calendar feed of whoever is signed in, or of a technician for the office: how it stands, and how to make and end it. */
export function useFeed(technicianId?: string) {
  const params = { id: technicianId ?? '' }
  const own = useCall(`GET ${ownRoute}`, undefined, { enabled: !technicianId })
  const theirs = useCall(`GET ${route}`, { params }, { enabled: Boolean(technicianId) })
  const make = useMutation<{ url: string }, CallError>({
    mutationFn: () =>
      technicianId ? api(`POST ${route}`, { params }) : api(`POST ${ownRoute}`, {}),
    onSuccess: () => refreshAfter(technicianId ? `POST ${route}` : `POST ${ownRoute}`),
  })
  const end = useMutation<unknown, CallError>({
    mutationFn: () =>
      technicianId ? api(`DELETE ${route}`, { params }) : api(`DELETE ${ownRoute}`, {}),
    onSuccess: () => {
      make.reset()
      refreshAfter(technicianId ? `DELETE ${route}` : `DELETE ${ownRoute}`)
    },
  })
  return { feed: technicianId ? theirs : own, make, end }
}
