import { Skeleton } from '#client/ui/skeleton.tsx'

/** The shape of a page while its code arrives. */
export function PageLoading() {
  return (
    <div className="mx-auto max-w-column space-y-6">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
