import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import { saveFile } from './save-file.ts'
import { useBusiness } from './session.ts'

interface ExportButtonProps extends Pick<ButtonProps, 'size'> {
  url: string
  /** Of the file, before the day. */
  name: string
  saved?: ToastMessage
  failed: ToastMessage
  children: ReactNode
}

/** Saves a CSV of the server with the day in its name. */
export function ExportButton({ url, name, saved, failed, ...look }: ExportButtonProps) {
  const { today } = useBusiness()
  const save = useMutation({
    mutationFn: () => saveFile(url, `${name}-${today}.csv`),
    onSuccess: () => saved && toast(saved),
    onError: () => toast({ ...failed, destructive: true }),
  })
  return (
    <Button {...look} icon={<Download />} pending={save.isPending} onClick={() => save.mutate()} />
  )
}
