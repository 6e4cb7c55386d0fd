import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { Link } from 'wouter'

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

export type AnchorProps = ComponentPropsWithRef<'a'> & { href: string }

/** A router link for paths of the app; a plain one for `/api/`, `tel:` and https. */
export function Anchor(props: AnchorProps) {
  const { href, target, download } = props
  const inside = href.startsWith('/') && !href.startsWith('/api/') && !target && download == null
  return inside ? <Link {...props} /> : <a {...props} />
}
