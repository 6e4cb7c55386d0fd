import { clsx } from 'clsx'

interface AvatarProps {
  name: string
  url?: string | null | undefined
  size?: 'normal' | 'large'
}

/** A person's photo, or initials ('Sam Reyes' is SR). */
export function Avatar({ name, url, size = 'normal' }: AvatarProps) {
  const large = size === 'large'
  if (url)
    return (
      <img
        src={url}
        alt=""
        className={clsx('flex-none rounded-full object-cover', large ? 'size-14' : 'size-8')}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-flex flex-none items-center justify-center rounded-full bg-amber-wash font-semibold text-amber',
        large ? 'size-14 text-lg' : 'size-8 text-sm',
      )}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.includes('@') ? [name] : name.split(/[\s._-]+/).filter(Boolean)
  const letters = [words[0], words.slice(1).at(-1)].map((word = '') => [...word][0])
  return letters.join('').toUpperCase()
}
