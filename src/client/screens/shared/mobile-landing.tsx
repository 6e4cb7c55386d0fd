import { Mail, Phone } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Brand } from '#client/brand/brand.tsx'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { t } from '#shared/texts/t.ts'

/** Shown on phones when the splash takes long: the progress, and links that work signed out. */
export default function MobileLanding({ business }: { business: PublicConfig | undefined }) {
  // Before the settings arrive, the document's title has the brand.
  const brand = business?.brandName ?? document.title
  const { supportPhone = '', supportEmail = '' } = business ?? {}
  const lines = [
    { href: paths.phone(supportPhone), icon: <Phone />, label: supportPhone },
    { href: `mailto:${supportEmail}`, icon: <Mail />, label: supportEmail },
  ].filter(({ label }) => label)
  const contacts =
    lines.length > 0 ? lines : [{ href: paths.contact, icon: null, label: t('Contact') }]
  return (
    <main className="mx-auto flex min-h-dvh max-w-column flex-col px-4 py-5">
      <header className="flex min-h-11 items-center gap-3">
        <Brand
          business={{ brandName: brand, logo: business?.logo ?? null }}
          large
          className="text-lg leading-tight font-semibold"
        />
        {business && <p className="text-sm text-soft">{business.tagline}</p>}
      </header>
      <div className="my-auto py-10" role="status">
        <h1 className="text-3xl">{t('This is taking longer than usual')}</h1>
        <p className="mt-3 text-soft">
          {t(
            'We are still checking whether you are signed in. Your connection may be slow; we keep trying.',
          )}
        </p>
        <Button
          variant="primary"
          size="large"
          wide
          className="mt-6"
          onClick={() => location.reload()}
        >
          {t('Try again')}
        </Button>
      </div>
      <nav aria-label={t('Without waiting')} className="grid gap-3">
        {/* Full page loads, as this page is stuck. */}
        <a href={paths.login} className={buttonStyle({ size: 'large', wide: true })}>
          {t('Sign In')}
        </a>
        <a href={paths.guestBooking} className={buttonStyle({ size: 'large', wide: true })}>
          {t('Quick Book (No Account Needed!)')}
        </a>
        <div className="flex flex-wrap justify-center gap-x-6 pt-2">
          <a
            href={paths.mobileDebug}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            {t('Check this device')}
          </a>
          {contacts.map(({ href, icon, label }) => (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-11 items-center gap-2 font-medium underline underline-offset-4"
            >
              {icon}
              {label}
            </a>
          ))}
        </div>
      </nav>
    </main>
  )
}
