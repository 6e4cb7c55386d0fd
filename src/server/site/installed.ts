import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { currentSettings } from '#server/base/current-settings.ts'
import { logoUrl, type LogoSize } from '#shared/rules/logo.ts'
import { messagePaths } from '#shared/rules/message-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { currentLanguage, t } from '#shared/texts/t.ts'

/** Paths of our icons in the built client, and the logo sizes that replace them. */
const icons: Record<string, LogoSize> = {
  '/icon.svg': 'icon-192',
  '/icon-192.png': 'apple-touch',
  '/icon-512.png': 'icon-512',
  '/icon-maskable-512.png': 'maskable-512',
  '/share.png': 'share',
}

/** The installed app's manifest and the tab icon, with the business's name and logo. */
export function serveInstalled(app: FastifyInstance, folder: string): void {
  const built = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as object
  app.get('/manifest.webmanifest', (_, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, accept-language')
      .send(JSON.stringify({ ...built, ...manifest() })),
  )
  app.addHook('onRequest', async (request, reply) => {
    const { logo } = currentSettings()
    const size = logo && icons[request.url.split('?')[0] ?? '']
    // The logo's address contains its hash and may be cached for good; this one may not.
    if (logo && size) return reply.header('cache-control', 'no-cache').redirect(logoUrl(logo, size))
  })
}

function manifest() {
  const { brandName, logo } = currentSettings()
  const icon = (size: LogoSize, sizes: string, purpose: 'any' | 'maskable') =>
    logo && { src: logoUrl(logo, size), sizes, type: 'image/png', purpose }
  return {
    name: brandName,
    short_name: brandName,
    lang: currentLanguage(),
    description: t('An oil change where your car is parked.'),
    shortcuts: [
      { name: t('Book an oil change'), short_name: t('Book'), url: messagePaths.book },
      // Home is the technician's day, the office's dashboard, or the customer's next visit.
      { name: t('Today'), url: paths.dashboard },
    ],
    ...(logo && {
      icons: [
        icon('icon-192', '192x192', 'any'),
        icon('icon-512', '512x512', 'any'),
        icon('maskable-512', '512x512', 'maskable'),
      ],
    }),
  }
}
