import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Anchor, type AnchorProps } from './text-link.tsx'
import { buttonStyle, type ButtonStyle } from './button.tsx'

interface LinkButtonProps extends AnchorProps, Omit<ButtonStyle, 'square'> {
  icon?: ReactNode
}

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
