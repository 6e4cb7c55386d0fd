import { clsx } from 'clsx'
import { Avatar } from '#client/ui/avatar.tsx'

interface TechnicianPhotoProps {
  name: string
  url?: string | null | undefined
  size?: 'normal' | 'large'
}

/** The picture of a technician, beside their name; the initials where there is none. */
export function TechnicianPhoto({ name, url, size = 'normal' }: TechnicianPhotoProps) {
  if (!url) return <Avatar name={name} size={size} />
  return (
    <img
      src={url}
      alt=""
      className={clsx(
        'flex-none rounded-full object-cover',
        size === 'large' ? 'size-14' : 'size-8',
      )}
    />
  )
}
