import { type ComponentPropsWithRef, createElement } from 'react'

interface Drawing {
  name: string
  size: number
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/** The build makes lucide icons with this smaller factory. */
export default function makeIcon({ name, size, node }: Drawing) {
  return function Icon({ className = '', ...rest }: ComponentPropsWithRef<'svg'>) {
    const isNamed = Object.keys(rest).some((prop) => /^(aria-|role$|title$)/.test(prop))
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        ...(!isNamed && { 'aria-hidden': true }),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
