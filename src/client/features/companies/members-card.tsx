import { useState } from 'react'
import * as z from 'zod/mini'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { usePerson } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { optionsOf } from '#client/ui/select.tsx'
import type { CompanyMember } from '#shared/contract/companies.ts'
import { email, optionalText } from '#shared/contract/fields.ts'
import { memberRoleHints, memberRoleLabels, memberRoles } from '#shared/rules/companies.ts'
import { t, translate } from '#shared/texts/t.ts'

interface MembersCardProps {
  companyId: string
  members: readonly CompanyMember[]
}

/** The people who act for a company, for its managers and the office. */
export function MembersCard({ companyId, members }: MembersCardProps) {
  const { id: ownId } = usePerson()
  const [open, setOpen] = useState<CompanyMember | 'invitation' | null>(null)
  const [removing, setRemoving] = useState<CompanyMember | null>(null)
  return (
    <Card
      title={t('Members')}
      action={<SmallButton onClick={() => setOpen('invitation')}>{t('Invite')}</SmallButton>}
    >
      {members.length === 0 ? (
        <p className="text-soft">
          {t('No one books for this company yet. Invite a manager, or book for it yourself.')}
        </p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {members.map((member) => (
            <li
              key={member.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-3"
            >
              <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {member.name}
                  <Badge>{translate(memberRoleLabels[member.role])}</Badge>
                  {member.userId === ownId && <Badge color="light">{t('You')}</Badge>}
                </p>
                {member.email !== member.name && (
                  <p className="text-sm text-soft">{member.email}</p>
                )}
                {!member.hasSignedIn && (
                  <p className="text-sm text-soft">{t('Has never signed in')}</p>
                )}
              </div>
              <span className="flex gap-2">
                <SmallButton
                  aria-label={t('Change the role of {name}', member)}
                  onClick={() => setOpen(member)}
                >
                  {t('Role')}
                </SmallButton>
                <SmallButton
                  aria-label={t('Remove {name}', member)}
                  onClick={() => setRemoving(member)}
                >
                  {t('Remove')}
                </SmallButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <MemberDialog
          companyId={companyId}
          member={open === 'invitation' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
      {removing && (
        <ConfirmCall
          call="DELETE /api/companies/{id}/members/{userId}"
          input={{ params: { id: companyId, userId: removing.userId } }}
          onClose={() => setRemoving(null)}
          danger
          title={t('Remove {name}?', removing)}
          description={t('They lose access at once. Visits stay, and their cars have no driver.')}
          confirmLabel={t('Remove')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Member removed'), description: removing.name }}
          failureToast={t('The member was not removed')}
        />
      )}
    </Card>
  )
}

const Form = z.strictObject({ email: email(), name: optionalText(80), role: z.enum(memberRoles) })

interface MemberDialogProps {
  companyId: string
  member: CompanyMember | null
  onClose: () => void
}

function MemberDialog({ companyId, member, onClose }: MemberDialogProps) {
  return (
    <DialogForm
      call="POST /api/companies/{id}/members"
      input={(body) => ({ params: { id: companyId }, body })}
      schema={Form}
      defaultValues={{ email: member?.email ?? '', role: member?.role ?? 'driver' }}
      onClose={onClose}
      title={member ? t('The role of {name}', member) : t('Invite a member')}
      description={
        member
          ? undefined
          : t('They get an e-mail and sign in with their address, without a password.')
      }
      submitLabel={member ? t('Save') : t('Invite')}
      failureTitle={member ? t('The role was not changed') : t('The invitation was not sent')}
      successToast={{ title: member ? t('Role changed') : t('Invitation sent') }}
    >
      {({ TextField, SelectField }, { role = 'driver' }) => (
        <>
          {!member && (
            <>
              <TextField name="email" label={t('E-mail')} type="email" autoFocus />
              <TextField name="name" label={t('Name')} />
            </>
          )}
          <SelectField
            name="role"
            label={t('Role')}
            options={optionsOf(memberRoles, (one) => memberRoleLabels[one])}
            hint={translate(memberRoleHints[role])}
          />
        </>
      )}
    </DialogForm>
  )
}

/** A member's own way out. */
export function LeaveCompany({ companyId, name }: { companyId: string; name: string }) {
  const { id: userId } = usePerson()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button onClick={() => setAsks(true)}>{t('Leave this company')}</Button>
      {asks && (
        <ConfirmCall
          call="DELETE /api/companies/{id}/members/{userId}"
          input={{ params: { id: companyId, userId } }}
          onClose={() => setAsks(false)}
          danger
          title={t('Leave {name}?', { name })}
          description={t('You no longer see its cars and visits. A manager can invite you again.')}
          confirmLabel={t('Leave')}
          cancelLabel={t('Stay')}
          successToast={{ title: t('You left {name}', { name }) }}
          failureToast={t('You did not leave the company')}
        />
      )}
    </>
  )
}
