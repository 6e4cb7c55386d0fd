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
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  const letters = [words[0], words.length > 1 && !name.includes('@') ? words.at(-1) : undefined]
  return letters
    .map((word) => (word ? ([...word][0] ?? '') : ''))
    .join('')
    .toUpperCase()
}
