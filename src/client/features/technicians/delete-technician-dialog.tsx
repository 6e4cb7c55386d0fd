import { useState } from 'react'
import { type CallError, reasonOf } from '#client/app/call.ts'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { personName } from '#client/app/person-name.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { TextLink } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { plural, t } from '#shared/texts/t.ts'

/** Confirms permanently deactivating an account, twice if a visit is under way. */
export function DeleteTechnicianDialog(props: { technician: Technician; onClose: () => void }) {
  const name = personName(props.technician)
  const [underWay, setUnderWay] = useState<readonly Job[]>([])
  const keeps = underWay.length > 0
  return (
    <ConfirmCall
      call="DELETE /api/admin/technicians/{id}"
      input={{
        params: { id: props.technician.id },
        query: keeps ? { underWay: 'keep' } : {},
      }}
      version={props.technician.version}
      onClose={props.onClose}
      danger
      title={t('Delete {name}?', { name })}
      description={t(
        'This deactivates the account: {name} is signed out right away, and visits that have not started return to the queue. It cannot be undone.',
        { name },
      )}
      confirmLabel={keeps ? t('Sign out now and delete') : t('Delete technician')}
      cancelLabel={t('Keep')}
      successToast={{ title: t('Technician deleted'), description: name }}
      failureToast={(error) => ({
        title: t('Error'),
        description: reasonOf(error, t('Failed to delete technician.')),
      })}
      asksAgain={(error) => {
        const visits = underWayOf(error)
        if (visits) setUnderWay(visits)
        return visits !== undefined
      }}
    >
      {keeps && <UnderWay name={name} visits={underWay} />}
    </ConfirmCall>
  )
}

function UnderWay({ name, visits }: { name: string; visits: readonly Job[] }) {
  return (
    <Banner
      live
      tone="warning"
      title={plural(visits.length, {
        one: '{count} visit is under way',
        other: '{count} visits are under way',
      })}
    >
      <p>
        {t(
          'Nothing is done yet. If you go on, {name} can do nothing more to it; it stays in progress until you complete it, end it as not done or cancel it on its page.',
          { name },
        )}
      </p>
      <ul className="mt-2">
        {visits.map((job) => (
          <li key={job.id}>
            <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>
            {' · '}
            <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function underWayOf({ details }: CallError): Job[] | undefined {
  const { reason, visits } = (details ?? {}) as { reason?: string; visits?: Job[] }
  return reason === 'under_way' ? visits : undefined
}
