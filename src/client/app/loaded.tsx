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
  /** Everything that the content needs. */
  parts: Calls
  /** What it can do without; asked for again with the parts. */
  extras?: readonly Pick<Call, 'isError' | 'refetch'>[]
  /** In the place of what is coming. */
  loading: ReactNode
  /** Said when it could not be loaded. */
  failed: string
  /** Another way out than trying again. */
  action?: ReactNode
  /** A failure stands for the whole page. */
  page?: boolean
  /** Shown instead when the address names nothing that this person may see, even if it was there before. */
  missing?: ReactNode
  children: (...data: { [At in keyof Calls]: NonNullable<Calls[At]['data']> }) => ReactNode
}

/** The frame around what one or several calls answer: loading, failed, missing, there. What is there stays. */
export function Loaded<const Calls extends readonly Call[]>(props: LoadedProps<Calls>): ReactNode {
  const { parts, extras = [], missing } = props
  // An id that is no id is answered with 400; to the person it is the same missing thing.
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
