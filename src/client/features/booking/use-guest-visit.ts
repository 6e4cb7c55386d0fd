import { useQuery } from '@tanstack/react-query'
import { whileGuestDown } from '#client/app/socket-state.ts'
import { useGuestSocket } from '#client/app/use-socket.ts'
import {
  api,
  type CallAnswer,
  type CallError,
  type CallInput,
  refusedFee,
} from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { queryClient, refreshAfter, useWrite } from '#client/app/queries.ts'
import { toast } from '#client/ui/toast.ts'
import type { PlaceForm, RescheduleForm } from '#shared/contract/booking.ts'
import type { ReviewForm } from '#shared/contract/reviews.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'

type GuestVisit = CallAnswer<'POST /api/guest-links/visit'>

type Answer = Pick<CallInput<'POST /api/guest-links/decide-extra'>['body'], 'approved' | 'seen'>

/** The visit of a guest's link, refreshed while upcoming or under way. */
export function useGuestVisit(token: string) {
  const queryKey = ['POST /api/guest-links/visit', token]
  const visit = useQuery<GuestVisit, CallError>({
    queryKey,
    queryFn: ({ signal }) => api('POST /api/guest-links/visit', { body: { token }, signal }),
    refetchInterval: ({ state }) =>
      state.data && isActiveJob(state.data.job.status) ? whileGuestDown() : false,
    refetchOnWindowFocus: true,
  })
  useGuestSocket(visit.data && visit.error?.status !== 404 ? token : undefined)
  const cancel = useWrite('POST /api/guest-links/cancel', {
    onSuccess: (cancelled) => {
      queryClient.setQueryData<GuestVisit>(queryKey, cancelled)
      toast({ title: t('Visit cancelled') })
    },
    onError: (error) => {
      // The dialog shows fee changes itself.
      if (!refusedFee(error)) showFailure(t('Could not cancel'), error)
    },
  })
  const take = (changed: GuestVisit) => {
    queryClient.setQueryData<GuestVisit>(queryKey, changed)
    return changed
  }
  const decide = useWrite('POST /api/guest-links/decide-extra', {
    onSuccess: (answered, { body }) => {
      queryClient.setQueryData<GuestVisit>(queryKey, answered)
      toast({ title: body.approved ? t('Extra approved') : t('Extra declined') })
    },
    onError: (error) => {
      showFailure(t('Your answer did not get through'), error)
      // It may have changed or be gone.
      void visit.refetch()
    },
  })
  return {
    visit,
    pending: cancel.isPending,
    /** `seenFee`: the fee shown to the guest. */
    cancel: (seenFee: string) => cancel.mutateAsync({ body: { token, seenFee } }),
    move: async (wanted: RescheduleForm) => {
      const moved = await api('POST /api/guest-links/reschedule', { body: { token, ...wanted } })
      refreshAfter('POST /api/guest-links/reschedule')
      return take(moved).job
    },
    changePlace: async (wanted: PlaceForm) => {
      const changed = await api('POST /api/guest-links/change-place', {
        body: { token, ...wanted },
      })
      refreshAfter('POST /api/guest-links/change-place')
      return take(changed).job
    },
    rate: async (review: ReviewForm) =>
      take(await api('POST /api/guest-links/review', { body: { token, ...review } })),
    answer: (extraId: string, answer: Answer) =>
      decide.mutate({ body: { token, extraId, ...answer } }),
    sending: decide.isPending ? decide.variables.body : undefined,
  }
}
