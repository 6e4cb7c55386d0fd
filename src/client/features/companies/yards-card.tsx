import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh } from '#client/app/queries.ts'
import { IconButton, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type Place, PlaceForm } from '#shared/contract/places.ts'
import { t } from '#shared/texts/t.ts'

interface YardsCardProps {
  companyId: string
  yards: readonly Place[]
}

/** A company's saved addresses, for its managers and the office. */
export function YardsCard({ companyId, yards }: YardsCardProps) {
  const [editing, setEditing] = useState<Partial<Place> | null>(null)
  const [removing, setRemoving] = useState<Place | null>(null)
  return (
    <Card
      title={t('Yards')}
      action={<SmallButton onClick={() => setEditing({})}>{t('Add a yard')}</SmallButton>}
    >
      {yards.length === 0 ? (
        <p className="text-soft">
          {t('Save where the cars stand, with how to get in, and book for it in one tap.')}
        </p>
      ) : (
        <ul className="-my-2.5 divide-y divide-line">
          {yards.map((yard) => (
            <li key={yard.id} className="flex items-start justify-between gap-2 py-2.5">
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium">{yard.name}</p>
                <p className="text-sm text-soft">{yard.address}</p>
                {yard.accessNotes && <p className="text-sm text-soft">{yard.accessNotes}</p>}
              </div>
              <span className="flex flex-none">
                <IconButton
                  icon={<Pencil />}
                  label={t('Change {name}', yard)}
                  onClick={() => setEditing(yard)}
                />
                <IconButton
                  icon={<Trash2 />}
                  label={t('Remove {name}', yard)}
                  onClick={() => setRemoving(yard)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <YardDialog companyId={companyId} yard={editing} onClose={() => setEditing(null)} />
      )}
      {removing && (
        <ConfirmCall
          call="DELETE /api/companies/{id}/yards/{yardId}"
          input={{ params: { id: companyId, yardId: removing.id } }}
          onClose={() => setRemoving(null)}
          danger
          title={t('Remove this yard?')}
          description={t('{name}: {address}. Visits there stay as they are.', removing)}
          confirmLabel={t('Remove')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Yard removed'), description: removing.name }}
          failureToast={t('The yard was not removed')}
        />
      )}
    </Card>
  )
}

interface YardDialogProps {
  companyId: string
  /** The yard to change; one without an id is added. */
  yard: Partial<Place>
  onClose: () => void
}

function YardDialog({
  companyId,
  yard: { id: yardId, name, address, accessNotes },
  onClose,
}: YardDialogProps) {
  const send = (form: PlaceForm) =>
    yardId
      ? callAndRefresh('PATCH /api/companies/{id}/yards/{yardId}', {
          params: { id: companyId, yardId },
          body: { ...form, accessNotes: form.accessNotes ?? '' },
        })
      : callAndRefresh('POST /api/companies/{id}/yards', { params: { id: companyId }, body: form })
  return (
    <DialogForm
      send={send}
      schema={PlaceForm}
      defaultValues={{ name, address, accessNotes }}
      onClose={onClose}
      title={yardId ? t('Change this yard') : t('Add a yard')}
      submitLabel={t('Save')}
      failureTitle={t('The yard was not saved')}
      successToast={({ name: saved }) => ({ title: t('Yard saved'), description: saved })}
    >
      {({ TextField, TextAreaField }) => (
        <>
          <TextField name="name" label={t('Name')} autoFocus />
          <TextField
            name="address"
            label={t('Address')}
            hint={t('Street with number, city, state and ZIP code.')}
          />
          <TextAreaField
            name="accessNotes"
            label={t('How do we get to the car?')}
            hint={t('Gate code, where the car is parked, where to find the key.')}
            rows={2}
          />
        </>
      )}
    </DialogForm>
  )
}
