import { clsx } from 'clsx'
import { Anchor } from './anchor.tsx'
import type { AnchorProps } from './anchor.tsx'

/** A link in running text. */
export function TextLink(props: AnchorProps) {
  return (
    <Anchor
      {...props}
      className={clsx(
        'rounded-chip font-medium underline decoration-edge decoration-1 underline-offset-4 hover:decoration-amber hover:decoration-2',
        props.className,
      )}
    />
  )
}
