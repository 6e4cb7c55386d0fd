import { useState } from 'react'
import { AddPath } from '#client/features/diagnostics/audit/add-path.tsx'
import { auditedRoutes } from '#client/features/diagnostics/audit/audited-routes.ts'
import { RouteAudit } from '#client/features/diagnostics/audit/route-audit.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const pauseMs = 500

/** Checks that every known page works for the signed-in user. */
export default function SiteAudit() {
  const [routes, setRoutes] = useState<readonly string[]>(auditedRoutes)
  return (
    <Page
      title={t('Site audit')}
      lede={t('Requests every known page from the server and opens it in the background.')}
      back={{ href: paths.diagnosticsTab('routes'), label: t('Diagnostic Center') }}
    >
      <RouteAudit
        name="site-audit"
        title={t('Site audit')}
        runLabel={t('Test All Routes')}
        routes={routes}
        pauseMs={pauseMs}
      >
        <AddPath
          onAdd={(path) => setRoutes((known) => (known.includes(path) ? known : [...known, path]))}
        />
      </RouteAudit>
    </Page>
  )
}
