import { useEffect } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t, translate } from '#shared/texts/t.ts'

export default function CustomerLinkDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { data, error, mutate } = useWrite('POST /api/jobs/{id}/customer-link')
  const { id } = job
  useEffect(() => mutate({ params: { id } }), [mutate, id])
  const copy = async (link: string) => {
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    // If the browser can't copy, the link can be selected.
    if (!copied) return
    onClose()
    toast({ title: t('Link copied') })
  }
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title={t("The customer's link")}
      description={
        data &&
        (data.isGuest
          ? t('It opens {number} without an account. Give it only to {name}.', {
              number: job.number,
              name: job.customer.name,
            })
          : t('It opens {number} for {name} after signing in.', {
              number: job.number,
              name: job.customer.name,
            }))
      }
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {data && (
            <Button variant="primary" onClick={() => void copy(data.link)}>
              {t('Copy link')}
            </Button>
          )}
        </>
      }
    >
      {data && (
        <Field label={t('Link')}>
          <TextInput readOnly value={data.link} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      )}
      {error && (
        <Banner
          tone="error"
          live
          title={t('The link could not be made')}
          action={<Button onClick={() => mutate({ params: { id } })}>{t('Try again')}</Button>}
        >
          {translate(error.message)}
        </Banner>
      )}
      {!data && !error && <Skeleton lines={2} />}
    </Dialog>
  )
}
