import { cva } from 'class-variance-authority'
import type { VariantProps } from 'class-variance-authority'

export const buttonStyle = cva(
  'inline-grid max-w-full items-center justify-items-center rounded-control border font-semibold no-underline select-none transition-colors aria-disabled:cursor-not-allowed',
  {
    variants: {
      variant: {
        primary:
          'border-ink bg-ink text-paper hover:bg-ink/88 aria-disabled:opacity-45 forced-colors:border-3',
        secondary:
          'border-edge/60 bg-card text-ink shadow-lift hover:border-edge hover:bg-sunken aria-disabled:opacity-50',
        quiet: 'border-transparent text-ink hover:bg-ink/7 aria-disabled:opacity-50',
        danger:
          'border-red-fill bg-red-fill text-on-red hover:opacity-90 aria-disabled:opacity-45 forced-colors:border-3',
      },
      size: {
        // Small for a mouse only: a finger needs 44 px.
        small: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
        normal: 'min-h-11 px-4',
        large: 'min-h-13 px-5 text-lg',
      },
      wide: { true: 'w-full' },
      square: { true: 'px-0!' },
    },
    compoundVariants: [
      { square: true, size: 'small', class: 'w-9 pointer-coarse:w-11' },
      { square: true, size: 'normal', class: 'w-11' },
      { square: true, size: 'large', class: 'w-13' },
    ],
    defaultVariants: { variant: 'secondary', size: 'normal' },
  },
)

export type ButtonStyle = VariantProps<typeof buttonStyle>
