import { CallError } from '#client/app/call.ts'
import { uploadFile } from '#client/app/file-transfer.ts'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { logoTooLarge, maxLogoBytes, noSvgLogo } from '#shared/rules/logo.ts'

/** Converts a picture to a logo on the server for preview. Throws CallError with a message to show. */
export async function makeLogo(picture: File): Promise<NonNullable<PublicConfig['logo']>> {
  if (picture.type === 'image/svg+xml' || /\.svgz?$/i.test(picture.name))
    throw new CallError(415, noSvgLogo)
  if (picture.size > maxLogoBytes) throw new CallError(413, logoTooLarge)
  return (await uploadFile('/api/admin/logo', picture)) as NonNullable<PublicConfig['logo']>
}
