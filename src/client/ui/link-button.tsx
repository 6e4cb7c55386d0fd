import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import type { AnchorProps } from './anchor.tsx'
import { buttonStyle } from './button-style.ts'
import type { ButtonStyle } from './button-style.ts'

interface LinkButtonProps extends AnchorProps, Omit<ButtonStyle, 'square'> {
  icon?: ReactNode
}

/** A link that looks like a button, for going somewhere. */
export function LinkButton(props: LinkButtonProps) {
  const { variant, size, wide, icon, className, children, ...rest } = props
  return (
    <Anchor {...rest} className={clsx(buttonStyle({ variant, size, wide }), className)}>
      <span className="inline-flex items-center justify-center gap-2 text-center leading-tight">
        {icon}
        {children}
      </span>
    </Anchor>
  )
}
