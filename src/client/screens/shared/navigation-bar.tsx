import { clsx } from 'clsx'
import { Menu as MenuIcon } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { LanguageLinks } from '#client/app/language-links.tsx'
import { personName } from '#client/app/person-name.ts'
import { Brand } from '#client/brand/brand.tsx'
import { useBusiness } from '#client/app/session.ts'
import { signOut, signOutInstead } from '#client/app/sign-out.ts'
import { Anchor, IconButton, LinkButton } from '#client/ui/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Menu } from '#client/ui/menu.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { t } from '#shared/texts/t.ts'
import { NotificationBell } from './notification-bell.tsx'

const OfficeTools = lazyComponent(() => import('./office-tools.tsx'))

type NavigationLink = { href: string; label: string }

function linksFor(user: User | null): NavigationLink[] {
  const role = user?.role
  if (role === 'customer')
    return [
      { href: paths.booking, label: t('Book Service') },
      { href: paths.orders, label: t('Orders') },
      ...(user?.isMember ? [{ href: paths.company, label: t('Company') }] : []),
    ]
  if (role === 'admin')
    return [
      { href: paths.payments, label: t('Payments') },
      { href: paths.schedule, label: t('Schedule') },
      { href: paths.technicians, label: t('Technicians') },
      { href: paths.products, label: t('Products') },
      { href: paths.customers, label: t('Customers') },
    ]
  return []
}

interface NavigationBarProps {
  user: User | null
  /** False on pages that ask for signing in themselves. */
  offersSignIn: boolean
}

export function NavigationBar({ user, offersSignIn }: NavigationBarProps) {
  const business = useBusiness()
  const [location] = useLocation()
  const search = useSearch()
  const links = linksFor(user)
  const isOffice = user?.role === 'admin'
  const badge = user?.role === 'technician' && <Badge color="amber">{t('Technician')}</Badge>
  return (
    <header className="sticky top-0 z-20 short:static border-b border-line bg-paper/92 backdrop-blur-sm">
      <div className="mx-auto flex min-h-15 max-w-wide items-center gap-2 px-4 sm:px-6">
        <Anchor
          href={paths.home}
          className="mr-2 flex min-h-11 min-w-0 items-center gap-2.5 font-semibold"
        >
          <Brand
            business={business}
            className={clsx(
              'truncate text-lg',
              // Next to the office's tools the name would be truncated.
              isOffice && 'max-[24rem]:sr-only',
            )}
          />
        </Anchor>
        <nav
          aria-label={t('Main')}
          className={clsx('hidden flex-1 gap-1', isOffice ? 'lg:flex' : 'sm:flex')}
        >
          {links.map((link) => (
            <BarLink key={link.href} {...link} />
          ))}
          {badge}
        </nav>
        <span className={clsx('flex-1', isOffice ? 'lg:hidden' : 'sm:hidden')}>
          <span className="max-[24rem]:hidden">{badge}</span>
        </span>
        {user ? (
          <>
            {isOffice && (
              <Suspense fallback={<span className="w-24" />}>
                <OfficeTools />
              </Suspense>
            )}
            <NotificationBell />
            <AccountLinks user={user} links={links} />
          </>
        ) : (
          <>
            <LanguageLinks
              next={search ? `${location}?${search}` : location}
              className="inline-flex min-h-11 items-center px-2 underline-offset-4 hover:underline"
              isTight
            />
            {offersSignIn && (
              <LinkButton
                size="small"
                href={paths.signIn}
                className="flex-none whitespace-nowrap max-[22rem]:px-2!"
              >
                {t('Sign In')}
              </LinkButton>
            )}
          </>
        )}
      </div>
    </header>
  )
}

function BarLink({ href, label }: NavigationLink) {
  const [location] = useLocation()
  const here = location.startsWith(href)
  return (
    <Anchor
      href={href}
      aria-current={here ? 'page' : undefined}
      className="inline-flex min-h-11 items-center rounded-control px-3 font-medium text-soft hover:text-ink aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-oil aria-[current]:decoration-2 aria-[current]:underline-offset-8"
    >
      {label}
    </Anchor>
  )
}

/** A menu with everything where the bar is narrow; otherwise the initials link to the profile. */
function AccountLinks({ user, links }: { user: User; links: NavigationLink[] }) {
  const [location] = useLocation()
  const name = personName(user)
  const isOffice = user.role === 'admin'
  const own = [
    ...links,
    ...(isOffice
      ? [
          { href: paths.invoices, label: t('Invoices') },
          { href: paths.close, label: t('Daily close') },
          { href: paths.settings, label: t('Settings') },
        ]
      : []),
    { href: paths.notifications, label: t('Notifications') },
    { href: paths.profile, label: t('Profile') },
    { label: t('Sign Out'), onSelect: signOut },
  ]
  return (
    <>
      <span className={isOffice ? 'lg:hidden' : 'sm:hidden'}>
        <Menu
          items={user.role ? own : own.slice(-1)}
          trigger={(props) => <IconButton {...props} icon={<MenuIcon />} label={t('Menu')} />}
        />
      </span>
      <span className={clsx('hidden', isOffice ? 'lg:inline' : 'sm:inline')}>
        {user.role ? (
          <Anchor
            href={paths.profile}
            aria-current={location === paths.profile ? 'page' : undefined}
            className="flex min-h-11 min-w-11 items-center justify-center rounded-full hover:bg-ink/7"
          >
            <Avatar name={name} />
            <span className="sr-only">{t('Profile of {name}', { name })}</span>
          </Anchor>
        ) : (
          // Without a role there is no profile yet.
          <LinkButton size="small" href={paths.logout} onClick={signOutInstead}>
            {t('Sign Out')}
          </LinkButton>
        )}
      </span>
    </>
  )
}
