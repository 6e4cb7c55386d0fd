import { clsx } from 'clsx'

interface AvatarProps {
  /** 'Sam Reyes' shows as SR. */
  name: string
  size?: 'normal' | 'large'
}

/** The initials of a person, beside or instead of their name. */
export function Avatar({ name, size = 'normal' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-flex flex-none items-center justify-center rounded-full bg-amber-wash font-semibold text-amber',
        size === 'large' ? 'size-14 text-lg' : 'size-8 text-sm',
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
