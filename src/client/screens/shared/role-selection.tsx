import { CalendarCheck, Wrench } from 'lucide-react'
import { useLocation } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { isReturnPage, pageAsked } from '#client/app/routing.ts'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { setSignedInUser, useBusiness } from '#client/app/session.ts'
import { Button, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { toast } from '#client/ui/toast.ts'
import type { User } from '#shared/contract/accounts.ts'
import type { Role } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

const me = 'GET /api/auth/user'

/** Leads home, or to the page the new user was signing in for. */
export default function RoleSelection({ rolesAt }: { rolesAt: (path: string) => Role[] }) {
  const [path, go] = useLocation()
  const { brandName, supportEmail } = useBusiness()
  const enter = ({ role }: User) => {
    const wanted = role && rolesAt(path).includes(role) && isReturnPage(pageAsked())
    if (!wanted) go(paths.home)
  }
  const setRole = useWrite('POST /api/auth/set-role', {
    onSuccess: (user) => {
      setSignedInUser(user)
      toast(
        user.role === 'technician' && !user.active
          ? {
              title: t('Role Set Successfully'),
              description: t('The office approves you before you can start.'),
            }
          : {
              title: t('Role Set Successfully'),
              description: t('Welcome to {brand}! Your account is now ready.', {
                brand: brandName,
              }),
            },
      )
      enter(user)
    },
    onError: async ({ status }) => {
      // Another tab chose first; this one continues with that role.
      if (status === 409) {
        const user = await queryClient.fetchQuery({ ...callQuery(me), staleTime: 0 })
        if (user?.role) return enter(user)
      }
      toast({
        title: t('Error'),
        description: t('Failed to set role. Please try again.'),
        destructive: true,
      })
    },
  })
  const chosen = setRole.isPending ? setRole.variables.body.role : null
  const choices = [
    {
      role: 'customer' as const,
      icon: <CalendarCheck />,
      title: t('Customer'),
      points: [
        t('Schedule appointments'),
        t('Track service progress'),
        t('Manage vehicle profiles'),
        t('View service history'),
      ],
      label: t("I'm a Customer"),
    },
    {
      role: 'technician' as const,
      icon: <Wrench />,
      title: t('Technician'),
      points: [
        t('View assigned jobs'),
        t('Update service status'),
        t('Upload service photos'),
        t('Communicate with customers'),
      ],
      label: t("I'm a Technician"),
    },
  ]

  return (
    <div className="mx-auto max-w-column">
      <PageTitle>{t('Welcome! Choose Your Role')}</PageTitle>
      <h1 className="text-center text-2xl">{t('Welcome! Choose Your Role')}</h1>
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        {choices.map(({ role, icon, title, points, label }) => (
          <Card key={role} className="flex flex-col [&>div]:flex [&>div]:flex-1 [&>div]:flex-col">
            <span className="flex size-11 items-center justify-center rounded-full bg-amber-wash text-amber">
              {icon}
            </span>
            <h2 className="mt-3 text-lg">{title}</h2>
            <ul className="mt-2 mb-5 flex-1 list-disc space-y-1 pl-5 text-soft marker:text-amber">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <Button
              variant={role === 'customer' ? 'primary' : 'secondary'}
              wide
              pending={chosen === role}
              pendingLabel={t('Setting Up...')}
              disabledReason={chosen !== null && chosen !== role && t('Setting Up...')}
              onClick={() => setRole.mutate({ body: { role } })}
            >
              {label}
            </Button>
          </Card>
        ))}
      </div>
      <p className="mt-6 text-center text-sm text-soft">
        {supportEmail ? (
          <>
            {t('To change your role later, contact support at')}{' '}
            <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
          </>
        ) : (
          t('To change your role later, contact support.')
        )}
      </p>
    </div>
  )
}
