import { MapPin } from 'lucide-react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Facts } from '#client/ui/fact-list.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant, formatInstantDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { skillLabel } from './week-hours.tsx'
import { EditableCard } from './editable-card.tsx'
import { PortraitControl } from './portrait-control.tsx'

const EditDialog = lazyDialog(() => import('./edit-technician-dialog.tsx'))

/** Who they are, what they can do and where they start from. */
export function FactsCard({ technician }: { technician: Technician }) {
  const { timeZone } = useBusiness()
  const { email, phone, homeBase, invitedAt, lastLoginAt, skills } = technician
  return (
    <EditableCard
      technician={technician}
      title={t('About')}
      editLabel={t('Edit name, skills and home')}
      dialog={EditDialog}
    >
      <PortraitControl technician={technician} />
      <Facts
        items={[
          {
            label: t('E-mail'),
            value: email ? (
              <TextLink href={`mailto:${email}`} className="wrap-anywhere">
                {email}
              </TextLink>
            ) : (
              <span className="text-soft">{t('None')}</span>
            ),
          },
          { label: t('Phone'), value: phone ? <PhoneLink number={phone} /> : null },
          {
            label: t('Skills'),
            value: skills.length > 0 ? skills.map(skillLabel).join(', ') : t('None'),
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
