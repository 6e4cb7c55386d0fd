import { auditedRoutes } from '#client/features/diagnostics/audit/audited-routes.ts'
import { RouteAudit } from '#client/features/diagnostics/audit/route-audit.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const pauseMs = 100

/** Checks that links work: on known pages, and the first link to each other kind of page. */
export default function LinkVerification() {
  return (
    <Page
      title={t('Link verification')}
      lede={t(
        'Opens the known pages in the background, follows their links, and finds broken ones.',
      )}
      back={{ href: paths.diagnosticsTab('routes'), label: t('Diagnostic Center') }}
    >
      <RouteAudit
        name="link-verification"
        title={t('Link verification')}
        runLabel={t('Check All Links')}
        routes={auditedRoutes}
        pauseMs={pauseMs}
        followLinks
      />
    </Page>
  )
}
