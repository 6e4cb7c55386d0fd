import { squarePageSources } from './adapters/cards/square/page-sources.ts'
import { type Config, squareAccount, tileOrigin } from './base/config.ts'
import { securityHeaders } from './http/security-headers.ts'

/** Headers of pages with a card form, if they differ: Square's form loads from there. */
export function cardPageHeaders(config: Config): Readonly<Record<string, string>> | undefined {
  const square = squareAccount(config)
  const { MAP_TILES_URL } = config
  const images = MAP_TILES_URL && tileOrigin(MAP_TILES_URL)
  return square && securityHeaders(images, squarePageSources(square))
}
