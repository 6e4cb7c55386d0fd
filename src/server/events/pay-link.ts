import { takesCards } from '#server/features/payments/queries.ts'
import { t } from '#shared/texts/t.ts'
import type { LinkTo } from './links.ts'

/** Where a bill is paid, in a sentence; without a card network there is only the visit to look at. */
export const payLink = (link: (to: LinkTo) => string): string =>
  takesCards()
    ? t('Pay here: {link}', { link: link('pay') })
    : t('Your visit: {link}', { link: link('visit') })
