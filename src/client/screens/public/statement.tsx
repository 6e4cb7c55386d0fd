import { SearchX } from 'lucide-react'
import { useParams } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { StatementFacts } from '#client/features/companies/statement-facts.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { firstDayOf } from '#shared/rules/statements.ts'
import { formatMonth } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Target of the link in a statement's mail. Works without a session. */
export default function StatementScreen() {
  const { token } = useParams<{ token: string }>()
  const statement = useCall('GET /api/statements/{token}', { params: { token } })
  return (
    <>
      <meta name="robots" content="noindex" />
      <Loaded
        page
        parts={[statement]}
        loading={<Skeleton className="mx-auto h-64 w-full max-w-column rounded-card!" />}
        failed={t('The statement could not be loaded')}
        missing={
          <EmptyState
            page
            icon={<SearchX />}
            title={t('This link does not work')}
            text={t(
              'It may have been cut off, or it has expired. Please ask us for the statement.',
            )}
            action={<LinkButton href={paths.contact}>{t('Contact us')}</LinkButton>}
          />
        }
      >
        {(found) => (
          <Page
            title={t('Statement {number}', { number: found.number })}
            lede={formatMonth(firstDayOf(found.period))}
            actions={
              <LinkButton href={fileUrls.statementByLink(token)} download="">
                {t('PDF')}
              </LinkButton>
            }
          >
            <Card>
              <StatementFacts statement={found} />
            </Card>
          </Page>
        )}
      </Loaded>
    </>
  )
}
