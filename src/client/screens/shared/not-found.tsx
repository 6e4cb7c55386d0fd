import { paths } from '#shared/rules/paths.ts'
import { ContactLink } from '#client/app/contact-link.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

export default function NotFound() {
  return (
    <div className="mx-auto flex max-w-column flex-col items-center py-16 text-center">
      <p className="font-mono text-4xl font-bold text-amber">404</p>
      <PageTitle>{t('Page Not Found')}</PageTitle>
      <h1 className="mt-2 text-2xl">{t('Page Not Found')}</h1>
      <p className="mt-2 text-soft">
        {t("The page you're looking for doesn't exist or has been moved.")}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <LinkButton variant="primary" href={paths.home}>
          {t('Go Home')}
        </LinkButton>
        {history.length > 1 && <Button onClick={() => history.back()}>{t('Go Back')}</Button>}
      </div>
      <p className="mt-10 text-sm text-soft">
        {t('Need help?')} <ContactLink />
      </p>
    </div>
  )
}
