import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/ui/empty-state.tsx'
import { translate } from '#shared/texts/t.ts'
import type { CallError } from './call.ts'
import { retryFailed } from './queries.ts'

export type Call = Pick<
  UseQueryResult<unknown, CallError>,
  'data' | 'error' | 'isError' | 'isLoadingError' | 'isFetching' | 'refetch'
>

interface LoadedProps<Calls extends readonly Call[]> {
  parts: Calls
  /** Optional data, retried together with the parts. */
  extras?: readonly Pick<Call, 'isError' | 'refetch'>[]
  loading: ReactNode
  failed: string
  action?: ReactNode
  /** A failure takes the whole page. */
  page?: boolean
  /** Shown when the id does not exist or is not visible to this person. */
  missing?: ReactNode
  children: (...data: { [At in keyof Calls]: NonNullable<Calls[At]['data']> }) => ReactNode
}

/** Frame around calls: loading, error, missing, content. Loaded content stays. */
export function Loaded<const Calls extends readonly Call[]>(props: LoadedProps<Calls>): ReactNode {
  const { parts, extras = [], missing } = props
  // A malformed id gets a 400; to the user it is just missing.
  if (missing && parts.some(({ error }) => error?.status === 400 || error?.status === 404))
    return missing
  const broken = parts.find((part) => part.isLoadingError)
  if (broken)
    return (
      <ErrorState
        page={props.page}
        title={props.failed}
        text={translate(broken.error?.message ?? '')}
        onRetry={() => retryFailed([...parts, ...extras])}
        pending={broken.isFetching}
        action={props.action}
      />
    )
  if (parts.some(({ data }) => data === undefined)) return props.loading
  return props.children(...(parts.map(({ data }) => data) as never))
}
