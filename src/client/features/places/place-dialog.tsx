import { api } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { refreshAfter } from '#client/app/queries.ts'
import { type Place, PlaceForm } from '#shared/contract/places.ts'
import { t } from '#shared/texts/t.ts'

interface PlaceDialogProps {
  /** Place to edit; one without an id is created. */
  place?: Partial<Place>
  onClose: () => void
}

export default function PlaceDialog({ place = {}, onClose }: PlaceDialogProps) {
  const { id, name, address, accessNotes } = place
  return (
    <DialogForm
      send={(form) => savePlace(id, form)}
      schema={PlaceForm}
      defaultValues={{ name, address, accessNotes }}
      guarded={id !== undefined || address === undefined}
      onClose={onClose}
      title={id ? t('Change this place') : t('Save a place')}
      submitLabel={t('Save')}
      failureTitle={t('The place was not saved')}
      successToast={({ name: saved }) => ({ title: t('Place saved'), description: saved })}
    >
      {({ TextField, TextAreaField }) => (
        <>
          <TextField
            name="name"
            label={t('Name')}
            placeholder={t('Home, office …')}
            autoComplete="off"
          />
          <TextField
            name="address"
            label={t('Address')}
            hint={t('Street with number, city, state and ZIP code.')}
            autoComplete="street-address"
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

async function savePlace(id: string | undefined, body: PlaceForm): Promise<Place> {
  if (!id) {
    const saved = await api('POST /api/places', { body })
    refreshAfter('POST /api/places')
    return saved
  }
  const input = { params: { id }, body: { ...body, accessNotes: body.accessNotes ?? '' } }
  const changed = await api('PATCH /api/places/{id}', input)
  refreshAfter('PATCH /api/places/{id}', input)
  return changed
}
