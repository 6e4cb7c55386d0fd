import { clsx } from 'clsx'
import { Action, Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast'
import { t } from '#shared/texts/t.ts'
import { CrossGlyph } from './glyphs.tsx'
import { dismissToast, durationOf, toastRegion, type ShownToast } from './toast.ts'

/** The heavy half of Toasts, in its own chunk. */
export default function ToastList({ toasts }: { toasts: readonly ShownToast[] }) {
  return (
    <Provider swipeDirection="right" swipeThreshold={50} label={t('Notification')}>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
      <Viewport
        hotkey={['F8']}
        label={t('Notifications ({hotkey})', { hotkey: 'F8' })}
        className={clsx(
          toastRegion,
          'right-0 flex w-full max-w-107 flex-col gap-2 px-3 outline-none sm:px-4',
        )}
      />
    </Provider>
  )
}

function OneToast({ toast }: { toast: ShownToast }) {
  const { title, description, destructive, action } = toast
  return (
    <Root
      open={toast.open}
      duration={durationOf(toast)}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
      type={destructive ? 'foreground' : 'background'}
      className={clsx(
        'toast flex items-start gap-3 rounded-card border bg-card py-3 pr-2 pl-4 text-ink shadow-float',
        destructive ? 'border-red' : 'border-line',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx('mt-1 h-4 w-1 flex-none rounded-full', destructive ? 'bg-red' : 'bg-oil')}
      />
      <div className="min-w-0 flex-1">
        <Title className={clsx('font-semibold', destructive && 'text-red')}>{title}</Title>
        {description && <Description className="text-sm text-soft">{description}</Description>}
        {action && (
          <Action
            altText={action.label}
            onClick={action.onSelect}
            className="mt-2 min-h-9 rounded-control border border-edge px-3 text-sm font-semibold"
          >
            {action.label}
          </Action>
        )}
      </div>
      <Close
        aria-label={t('Close')}
        className="-my-1 flex size-9 flex-none items-center justify-center rounded-control text-soft hover:text-ink"
      >
        <CrossGlyph />
      </Close>
    </Root>
  )
}
