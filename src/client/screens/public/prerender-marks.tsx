import { type ReactNode, Fragment } from 'react'
import { placeholders, type PublicBusiness } from './public-business.ts'

interface IfSetProps {
  business: PublicBusiness
  fact: Exclude<keyof PublicBusiness, ListName>
  children: ReactNode
  otherwise?: ReactNode
}

/** Renders its children when the fact is set. In prerendered pages the server decides, by marks. */
export function IfSet({ business, fact, children, otherwise }: IfSetProps) {
  const value = business[fact]
  if (value !== placeholders[fact]) return value ? children : otherwise
  return (
    <>
      {`%?${fact}%`}
      {children}
      {`%:${fact}%`}
      {otherwise}
      {`%/${fact}%`}
    </>
  )
}

type Lists = Pick<typeof placeholders, 'faq' | 'terms' | 'privacy'>
type ListName = keyof Lists

interface EachProps<Name extends ListName> {
  business: PublicBusiness
  list: Name
  children: (item: Lists[Name][number]) => ReactNode
}

/** Renders each item. In prerendered pages the server repeats the mark. */
export function Each<Name extends ListName>({ business, list, children }: EachProps<Name>) {
  const items = business[list] as readonly Lists[Name][number][]
  const parts = items.map((item, at) => <Fragment key={at}>{children(item)}</Fragment>)
  const isBuilt = items.some((item) => Object.entries(item).every(isPlaceholder))
  if (!isBuilt) return parts
  return (
    <>
      {`%*${list}%`}
      {parts}
      {`%/*${list}%`}
    </>
  )
}

const isPlaceholder = ([name, value]: [string, string]) => value === `%${name}%`

/** Renders its children when the item has this text. */
function IfText<Item extends Record<string, string>>(props: {
  item: Item
  name: keyof Item & string
  children: ReactNode
}) {
  const { item, name, children } = props
  const value = item[name] ?? ''
  if (!isPlaceholder([name, value])) return value && children
  return (
    <>
      {`%?${name}%`}
      {children}
      {`%:${name}%%/${name}%`}
    </>
  )
}

interface OwnTextProps {
  business: PublicBusiness
  list: 'terms' | 'privacy'
  otherwise: ReactNode
}

/** The owner's text, or the built-in one. */
export function OwnText({ business, list, otherwise }: OwnTextProps) {
  return (
    <IfSet
      business={business}
      fact={list === 'terms' ? 'ownTerms' : 'ownPrivacy'}
      otherwise={otherwise}
    >
      <Each business={business} list={list}>
        {(block) => (
          <>
            <IfText item={block} name="heading">
              <h2>{block.heading}</h2>
            </IfText>
            <IfText item={block} name="paragraph">
              <p className="whitespace-pre-line">{block.paragraph}</p>
            </IfText>
          </>
        )}
      </Each>
    </IfSet>
  )
}
