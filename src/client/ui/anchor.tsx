import type { ComponentPropsWithRef } from 'react'
import { Link } from 'wouter'

export type AnchorProps = ComponentPropsWithRef<'a'> & { href: string }

/** A link: inside the client without a page load, elsewhere (`/api/`, `tel:`, https) a plain one. */
export function Anchor(props: AnchorProps) {
  const { href, target, download } = props
  const inside = href.startsWith('/') && !href.startsWith('/api/') && !target && download == null
  return inside ? <Link {...props} /> : <a {...props} />
}
