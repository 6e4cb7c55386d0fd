import * as z from 'zod/mini'
import { logoGrounds, logoSizes } from '../rules/logo.ts'
import { logoTypes, maxLogoBytes } from '../rules/logo-files.ts'
import { endpoints, image } from './endpoint.ts'
import { uuid } from './fields.ts'

/** The business's logo, as stored in its settings. */
export const Logo = z.object({
  /** Hash of the uploaded file. */
  id: uuid(),
  width: z.int(),
  height: z.int(),
  ground: z.enum(logoGrounds),
})

export const logos = endpoints({
  'POST /api/admin/logo': {
    summary:
      'Prepare a logo from an image sent as the body, for preview; used once the settings refer to it',
    allow: ['admin'],
    changes: [],
    upload: { types: logoTypes, maxBytes: maxLogoBytes },
    response: Logo,
    status: 201,
    errors: [413, 415],
  },
  'GET /api/logo/{id}': {
    summary: 'A version of a logo: for bars, paper, icons or link previews',
    allow: ['public'],
    shows: [],
    query: z.strictObject({ size: z.enum(logoSizes) }),
    response: image,
    errors: [404],
  },
})
