import { MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import { EmailLink } from '#client/app/contact-link.tsx'
import { CallError } from '#client/app/call.ts'
import { uploadFile } from '#client/app/file-transfer.ts'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { personName } from '#client/app/person-name.ts'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { refreshAfter } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { WaitingEmail } from '#client/app/waiting-email.tsx'
import { LinkButton, SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { paths } from '#shared/rules/paths.ts'
import { maxPhotoBytes, photoTypes } from '#shared/rules/photos.ts'
import { formatInstant, formatInstantDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { EditableCard } from './editable-card.tsx'
import { skillLabel } from './week-hours.tsx'

const EditDialog = lazyDialog(() => import('./edit-technician-dialog.tsx'))

export function FactsCard({ technician }: { technician: Technician }) {
  const { timeZone } = useBusiness()
  const { email, phone, homeBase, invitedAt, lastLoginAt, skills } = technician
  return (
    <EditableCard
      technician={technician}
      title={t('person|About')}
      editLabel={t('Edit name, skills and home')}
      dialog={EditDialog}
    >
      <PortraitControl technician={technician} />
      <Facts
        items={[
          {
            label: t('E-mail'),
            value: email ? (
              <EmailLink email={email} />
            ) : (
              <span className="text-soft">{t('None')}</span>
            ),
          },
          { label: t('Phone'), value: phone ? <PhoneLink number={phone} /> : null },
          {
            label: t('Skills'),
            value: skills.length > 0 ? skills.map(skillLabel).join(', ') : t('No skills'),
          },
          { label: t('Since'), value: formatInstantDay(technician.createdAt, timeZone) },
          {
            label: t('Last signed in'),
            value: lastLoginAt ? formatInstant(lastLoginAt, timeZone) : t('Never'),
          },
          {
            label: t('Invited'),
            value: invitedAt && formatInstant(invitedAt, timeZone),
          },
        ]}
      />
      <WaitingEmail personId={technician.id} />
      <h3 className="mt-4 text-sm text-soft">{t('Starts from')}</h3>
      {homeBase ? (
        <>
          <p className="font-medium wrap-anywhere">{homeBase.address}</p>
          <LinkButton
            size="small"
            className="mt-2"
            icon={<MapPin />}
            href={paths.maps(homeBase.address)}
            target="_blank"
            rel="noreferrer"
          >
            {t('Open in maps')}
          </LinkButton>
        </>
      ) : (
        <p>{t('The core spot nearest to each visit.')}</p>
      )}
    </EditableCard>
  )
}

function PortraitControl({ technician }: { technician: Technician }) {
  const { id, photoUrl, status, version } = technician
  const name = personName(technician)
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(false)
  const [removing, setRemoving] = useState(false)
  const send = async (file: File) => {
    setSending(true)
    try {
      if (file.size > maxPhotoBytes)
        throw new CallError(413, t('The picture is too large: 12 MB at most.'))
      await sendPortrait(id, file)
      toast({ title: t('Photo saved'), description: name })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showFailure(t('The photo was not saved'), error)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="mb-4 flex items-center gap-4">
      <Avatar name={name} url={photoUrl} size="large" />
      {status !== 'deactivated' && (
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            type="file"
            accept={photoTypes.join(',')}
            aria-label={t('Photo of {name}', { name })}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void send(file)
              target.value = ''
            }}
          />
          <SmallButton pending={sending} onClick={() => input.current?.click()}>
            {photoUrl ? t('Change photo') : t('Add photo')}
          </SmallButton>
          {photoUrl && (
            <QuietButton onClick={() => setRemoving(true)}>{t('Remove photo')}</QuietButton>
          )}
        </div>
      )}
      {removing && (
        <ConfirmCall
          call="DELETE /api/admin/technicians/{id}/photo"
          input={{ params: { id } }}
          version={version}
          onClose={() => setRemoving(false)}
          title={t('Remove the photo of {name}?', { name })}
          description={t('Customers see the initials instead.')}
          confirmLabel={t('Remove photo')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Photo removed'), description: name }}
          failureToast={t('The photo was not removed')}
        />
      )}
    </div>
  )
}

/** Uploads a technician's picture. Throws CallError. */
async function sendPortrait(id: string, picture: File): Promise<void> {
  await uploadFile(`/api/admin/technicians/${encodeURIComponent(id)}/photo`, picture)
  refreshAfter('POST /api/admin/technicians/{id}/photo', { params: { id } })
}
