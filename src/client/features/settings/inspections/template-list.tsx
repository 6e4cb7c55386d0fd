import { ClipboardCheck, Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, QuietButton, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { OfficeInspectionTemplate } from '#shared/contract/inspections.ts'
import { itemsOf } from '#shared/rules/inspections.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

const TemplateDialog = lazyDialog(() => import('./template-dialog.tsx'))

/** The office's inspection templates; loaded only where the business uses inspections. */
export default function TemplateList() {
  const templates = useCall('GET /api/admin/inspection-templates')
  const [open, setOpen] = useState<{ template?: OfficeInspectionTemplate } | null>(null)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen({})}>
      {t('Add an inspection')}
    </Button>
  )
  return (
    <>
      <Loaded
        parts={[templates]}
        loading={<Skeleton className="h-60 w-full rounded-card!" />}
        failed={t('The inspections could not be loaded')}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<ClipboardCheck />}
              title={t('No inspections yet')}
              text={t('Technicians check each car against your list.')}
              action={add}
            />
          ) : (
            <Card title={t('Inspections')} action={add}>
              <p className="text-soft">{t('The items technicians check, in this order.')}</p>
              <ul className="mt-2 divide-y divide-line">
                {list.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    onEdit={() => setOpen({ template })}
                  />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
      {open && <TemplateDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface TemplateRowProps {
  template: OfficeInspectionTemplate
  onEdit: () => void
}

function TemplateRow({ template, onEdit }: TemplateRowProps) {
  const { id, name, groups, version, isActive, savedAt } = template
  const { timeZone } = useBusiness()
  const change = useWrite('PATCH /api/admin/inspection-templates/{id}', {
    onSuccess: ({ isActive: isOn }) =>
      toast({
        title: isOn ? t('Offered to technicians') : t('No longer offered'),
        description: name,
      }),
    onError: (error) => showFailure(t('Not saved'), error),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <span className="min-w-48 flex-1">
        <span className="font-medium wrap-anywhere">{name}</span>{' '}
        {!isActive && <Badge>{t('Off')}</Badge>}
        <span className="block text-sm text-soft">
          {[
            plural(itemsOf(groups).length, { one: '{count} item', other: '{count} items' }),
            t('Version {version}', { version }),
            formatInstant(savedAt, timeZone, { year: true }),
          ].join(' · ')}
        </span>
      </span>
      <span className="flex gap-1">
        <SmallButton aria-label={t('Edit {name}', { name })} onClick={onEdit}>
          {t('Edit')}
        </SmallButton>
        <QuietButton
          pending={change.isPending}
          aria-label={isActive ? t('Switch off {name}', { name }) : t('Switch on {name}', { name })}
          onClick={() =>
            change.mutate({ params: { id }, body: { isActive: !isActive }, ifMatch: version })
          }
        >
          {isActive ? t('Switch off') : t('Switch on')}
        </QuietButton>
      </span>
    </li>
  )
}
