import { Check } from 'lucide-react'
import { clsx } from 'clsx'
import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { unsaidFacts } from '#shared/rules/settings.ts'
import { t } from '#shared/texts/t.ts'

/** For a business that nobody has booked yet, in the place of figures: what there is to do first. */
export function FirstSteps({ activeTechnicians }: { activeTechnicians: number }) {
  const steps = [
    {
      title: t('Say how customers reach you'),
      text: t('Your phone number and e-mail address, on your pages and in your mails.'),
      href: paths.settings,
      action: t('Settings'),
      done: unsaidFacts(useBusiness()).length === 0,
    },
    {
      title: t('Add who does the work'),
      text: t('Technicians see their visits on the phone, and you assign them here.'),
      href: paths.technicians,
      action: t('Add Technician'),
      done: activeTechnicians > 0,
    },
    {
      title: t('Take the first booking'),
      text: t('Customers book on your page; for those who call, book here.'),
      href: paths.booking,
      action: t('Book for a customer'),
      done: false,
    },
  ]
  return (
    <Card title={t('First steps')}>
      <ol className="divide-y divide-line">
        {steps.map(({ title, text, href, action, done }, n) => (
          <li key={href} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span
              aria-hidden="true"
              className={clsx(
                'flex size-8 flex-none items-center justify-center rounded-full font-semibold',
                done ? 'bg-green-wash text-green' : 'bg-amber-wash text-amber',
              )}
            >
              {done ? <Check className="size-4" /> : n + 1}
            </span>
            <span className="min-w-48 flex-1">
              <span className="block font-medium">
                {title}
                {done && <span className="sr-only"> {t('(done)')}</span>}
              </span>
              <span className="block text-sm text-soft">{text}</span>
            </span>
            {!done && <LinkButton href={href}>{action}</LinkButton>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
