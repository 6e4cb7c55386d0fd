/** An element of a page that is not React's. */
export function part(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.append(...content)
  return element
}
