import { NameFields } from '#client/app/form/name-fields.tsx'
import { useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Page } from '#client/ui/page.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { afterRemoval, type TeamMember, TeamInvitation } from '#shared/contract/team.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import * as z from 'zod/mini'

/** The office's team: invites people and ends their access. */
export default function Team() {
  const team = useCall('GET /api/admin/team')
  const [open, setOpen] = useState<TeamMember | 'invitation' | null>(null)
  const close = () => setOpen(null)
  return (
    <Page
      title={t('Team')}
      back={{ href: paths.settings, label: t('Settings') }}
      lede={t(
        'They manage visits, customers, prices and money. Technicians have a list of their own.',
      )}
      actions={
        <Button variant="primary" onClick={() => setOpen('invitation')}>
          {t('Invite someone')}
        </Button>
      }
    >
      <Card>
        <Loaded
          parts={[team]}
          loading={<Skeleton lines={4} />}
          failed={t('The team could not be loaded')}
        >
          {(all) => (
            <ul className="-my-3 divide-y divide-line">
              {all.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isLast={all.length === 1}
                  onRemove={() => setOpen(member)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {open === 'invitation' && <InvitationDialog onClose={close} />}
      {open && open !== 'invitation' && <RemovalDialog member={open} onClose={close} />}
    </Page>
  )
}

interface MemberRowProps {
  member: TeamMember
  isLast: boolean
  onRemove: () => void
}

function MemberRow({ member, isLast, onRemove }: MemberRowProps) {
  const { timeZone } = useBusiness()
  const { id } = usePerson()
  const { name, email, lastLoginAt } = member
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {member.id === id && <Badge>{t('You')}</Badge>}
        </p>
        {email !== name && <p className="text-sm text-soft">{email}</p>}
        <p className="text-sm text-soft">
          {lastLoginAt
            ? t('Last signed in {time}', { time: formatInstant(lastLoginAt, timeZone) })
            : t('Has never signed in')}
        </p>
      </div>
      <Button
        aria-label={t('Remove {name}', { name })}
        disabledReason={isLast && t('The business needs at least one admin.')}
        onClick={onRemove}
      >
        {t('Remove')}
      </Button>
    </li>
  )
}

/** Asks again if the address belongs to a customer or technician. */
function InvitationDialog({ onClose }: { onClose: () => void }) {
  const [warning, setWarning] = useState('')
  return (
    <DialogForm
      call="POST /api/admin/team"
      input={(body) => ({ body: { ...body, ...(warning && { confirmed: true }) } })}
      schema={TeamInvitation}
      defaultValues={{}}
      onClose={onClose}
      title={t('Invite someone to the office')}
      description={t('They sign in with this e-mail address and can do everything that you can.')}
      submitLabel={warning ? t('Invite anyway') : t('Invite')}
      onFailure={({ details, message }) => {
        if ((details as { reason?: string } | undefined)?.reason !== 'other_role') return false
        setWarning(translate(message))
        return true
      }}
      failureTitle={t('The invitation was not sent')}
      successToast={({ name }) => ({ title: t('Invitation sent'), description: name })}
    >
      {({ TextField }) => (
        <>
          {warning && (
            <Banner live tone="warning">
              {warning}
            </Banner>
          )}
          <TextField name="email" label={t('E-mail')} type="email" autoFocus />
          <NameFields TextField={TextField} />
        </>
      )}
    </DialogForm>
  )
}

const Removal = z.object({ to: z.enum(['before', ...afterRemoval]) })

function RemovalDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { id, name } = member
  return (
    <DialogForm
      call="DELETE /api/admin/team/{id}"
      input={({ to }) => ({ params: { id }, query: to === 'before' ? {} : { to } })}
      schema={Removal}
      defaultValues={{ to: 'before' }}
      onClose={onClose}
      title={t('Remove {name} from the office?', { name })}
      description={t('They are signed out everywhere at once. What they did stays in the history.')}
      submitLabel={t('Remove')}
      danger
      failureTitle={t('They were not removed')}
      successToast={() => ({ title: t('Removed from the office'), description: name })}
    >
      {({ ControlField }) => (
        <ControlField name="to">
          {({ value, onChange }) => (
            <RadioCards
              legend={t('Role after removal')}
              value={value ?? 'before'}
              onChange={onChange}
              options={[
                {
                  value: 'before',
                  title: t('Role before'),
                  description: t('A technician if they were one, otherwise a customer.'),
                },
                { value: 'customer', title: t('A customer') },
                { value: 'technician', title: t('A technician') },
                {
                  value: 'none',
                  title: t('No access'),
                  description: t('They can no longer sign in.'),
                },
              ]}
            />
          )}
        </ControlField>
      )}
    </DialogForm>
  )
}
