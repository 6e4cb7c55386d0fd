import { useEffect } from 'react'

/** Shows the part of a page that its address names (`#pay`), once what the page is about is there. */
export function useNamedPart(isThere: boolean): void {
  useEffect(() => {
    if (isThere && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isThere])
}
