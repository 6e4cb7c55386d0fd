/** A picture of what is dragged under the pointer, which held it at `from`. */
export function makeGhost(item: HTMLElement, from: { x: number; y: number }) {
  const { left, top, width } = item.getBoundingClientRect()
  const ghost = item.cloneNode(true) as HTMLElement
  for (const element of [ghost, ...ghost.querySelectorAll('*')])
    for (const name of ['id', 'data-drag', 'data-stop', 'tabindex', 'aria-label'])
      element.removeAttribute(name)
  for (const menu of ghost.querySelectorAll('[popover]')) menu.remove()
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  ghost.classList.add('drag-ghost')
  Object.assign(ghost.style, { width: `${width}px`, left: `${left}px`, top: `${top}px` })
  document.body.append(ghost)
  return {
    moveTo: (x: number, y: number) => {
      ghost.style.transform = `translate(${x - from.x}px, ${y - from.y}px) rotate(-1deg)`
    },
    remove: () => ghost.remove(),
  }
}
