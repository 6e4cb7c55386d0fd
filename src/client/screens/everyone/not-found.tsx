import { useLocation, useSearch } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { t } from '#shared/texts/t.ts'

/** `signInHelps`: somebody who is signed in has a screen at this path. */
export default function NotFound({ signInHelps }: { signInHelps: boolean }) {
  const [path] = useLocation()
  const search = useSearch()
  const wanted = search ? `${path}?${search}` : path
  const { supportEmail } = useBusiness()
  return (
    <div className="mx-auto flex max-w-column flex-col items-center py-16 text-center">
      <p className="font-mono text-4xl font-bold text-amber">404</p>
      <title>{t('Page Not Found')}</title>
      <h1 className="mt-2 text-2xl">{t('Page Not Found')}</h1>
      <p className="mt-2 text-soft">
        {signInHelps
          ? t('This page is for people who are signed in.')
          : t("The page you're looking for doesn't exist or has been moved.")}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {signInHelps && (
          <LinkButton variant="primary" href={`${paths.signIn}?next=${encodeURIComponent(wanted)}`}>
            {t('Sign In')}
          </LinkButton>
        )}
        <LinkButton variant={signInHelps ? 'secondary' : 'primary'} href={paths.home}>
          {t('Go Home')}
        </LinkButton>
        {history.length > 1 && <Button onClick={() => history.back()}>{t('Go Back')}</Button>}
      </div>
      <p className="mt-10 text-sm text-soft">
        {t('Need help? Write to')}{' '}
        <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
      </p>
    </div>
  )
}
