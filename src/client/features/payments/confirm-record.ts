import { t } from '#shared/texts/t.ts'

/** The question before recording a repeat, or a payment from before the booking; null for other refusals. */
export function confirmRecord<Body extends object>(
  { details, message }: { details?: unknown; message: string },
  body: Body,
) {
  const { reason } = (details ?? {}) as { reason?: string }
  if (reason !== 'repeat' && reason !== 'confirm') return null
  return {
    question: {
      title: t('Record it all the same?'),
      description: message,
      confirmLabel: t('Yes, record it'),
      cancelLabel: t('Keep editing'),
    },
    values: { ...body, confirmed: true },
  }
}
