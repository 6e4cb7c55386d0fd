import { askDatabase } from '#server/database/database.ts'
import { ratesAt } from '#server/features/service-area/queries.ts'
import { bookableDates } from '#server/features/booking/queries.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { Unavailable } from '#server/http/errors.ts'
import { isShuttingDown } from '#server/base/readiness.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { docsPage } from '#server/http/docs-page.ts'
import { openapiDocument } from '#server/http/openapi.ts'
import type { mapTiles } from '#shared/contract/map-tiles.ts'
import type { ownTextCalls } from '#shared/contract/public-texts.ts'
import { serviceDaysOn } from '#shared/rules/weekly-hours.ts'
import { ownTexts } from '#shared/rules/public-texts.ts'
import { currentLanguage, phrase } from '#shared/texts/t.ts'
import type { operations, PublicConfig } from '#shared/contract/operations.ts'
import { shownClaims } from '#shared/rules/reach.ts'
import { published } from '#shared/rules/setup.ts'
import { businessToday } from '#server/base/business-time.ts'

type OperationsOptions = {
  demo: boolean
  telephony: boolean
  addressSuggestions: boolean
  cardPayments: boolean
  oidcName: string | null
  mapTiles: { url: string; attribution: string } | null
}

/** Calls about the installation. */
export function operationsRoutes(
  options: OperationsOptions,
): HandlersOf<typeof operations & typeof ownTextCalls & typeof mapTiles> {
  return {
    'GET /api/health': async () => {
      await askDatabase()
      return { status: 'ok' }
    },
    'GET /api/ready': async () => {
      if (isShuttingDown()) throw new Unavailable(phrase('This server is shutting down.'))
      await askDatabase()
      return { status: 'ready' }
    },
    'GET /api/config': () => publicConfig(options),
    'GET /api/public-texts': () => ownTexts(currentSettings(), currentLanguage()),
    'GET /api/admin/map-tiles': () => ({ tiles: options.mapTiles }),
    'GET /api/openapi.json': () => openapiDocument(),
    'GET /api/docs': () => ({ file: 'html', text: docsPage(currentSettings().brandName) }),
  }
}

function publicConfig({ oidcName, ...options }: OperationsOptions): PublicConfig {
  const settings = currentSettings()
  const today = businessToday()
  const { first, last } = bookableDates()
  return {
    ...settings,
    published: published(settings.confirmedSteps),
    today,
    serviceDays: serviceDaysOn(today, settings),
    earliestDate: first ?? null,
    latestDate: last,
    claims: shownClaims(settings).map(inOwnWords),
    tagline: inOwnWords(settings.tagline),
    ...ratesAt(undefined),
    ...options,
    oidc: oidcName,
  }
}
