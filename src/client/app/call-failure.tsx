import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { t, translate } from '#shared/texts/t.ts'
import type { CallError } from './call.ts'
import type { Call } from './loaded.tsx'

interface LoadFailureProps {
  title: string
  call: Pick<Call, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>
  size?: 'small'
}

/** In place of data that could not be loaded, with a retry; nothing once it is there. */
export function LoadFailure({ title, call, size }: LoadFailureProps) {
  if (!call.isError || call.data) return null
  return (
    <Banner
      tone="error"
      title={title}
      action={
        <Button size={size} onClick={() => void call.refetch()} pending={call.isFetching}>
          {t('Try again')}
        </Button>
      }
    >
      {translate(call.error?.message ?? '')}
    </Banner>
  )
}

/** Why a write was refused; nothing before. */
export const WriteFailure = ({ title, error }: { title: string; error: CallError | null }) =>
  error && (
    <Banner tone="error" live title={title}>
      {translate(error.message)}
    </Banner>
  )
