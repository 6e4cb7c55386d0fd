import { showFailure } from '#client/app/form/form-toasts.ts'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { useWrite } from '#client/app/queries.ts'
import { TextLink, QuietButton } from '#client/ui/button.tsx'
import type { Message } from '#shared/contract/contact.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Summary of an open message, with ways to reply or mark it done. */
export function MessageToAnswer({ message }: { message: Message }) {
  const { id, name, email, phone, subject } = message
  const mark = useWrite('PATCH /api/admin/messages/{id}', {
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <TextLink href={officePaths.message(id)} className="min-w-0 wrap-anywhere">
          {subject}
        </TextLink>
        <span className="text-sm text-soft">{formatRelative(message.createdAt)}</span>
      </p>
      <p className="line-clamp-2 wrap-anywhere">{message.message}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-2 text-sm wrap-anywhere text-soft">
          {(name || email) && <span>{name || email}</span>}
          {phone && (
            <span className="whitespace-nowrap">
              <PhoneLink number={phone} />
            </span>
          )}
        </p>
        <QuietButton
          className="-mr-3"
          aria-label={t('Mark as done: {subject}', { subject })}
          pending={mark.isPending}
          onClick={() => mark.mutate({ params: { id }, body: { status: 'done' } })}
        >
          {t('Mark as done')}
        </QuietButton>
      </div>
    </>
  )
}
