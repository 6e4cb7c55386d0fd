import { paths } from '#shared/rules/paths.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { t } from '#shared/texts/t.ts'
import { TriangleAlert } from 'lucide-react'

/** A payment link that leads nowhere, and the way back. */
export function LinkProblem({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      page
      icon={<TriangleAlert />}
      title={title}
      text={text}
      action={
        <LinkButton variant="primary" href={paths.dashboard}>
          {t('Back to Dashboard')}
        </LinkButton>
      }
    />
  )
}
