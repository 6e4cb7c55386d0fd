/** Has the service worker put the app's files on this device: all that a technician opens, or the pages of a visit. */
export function keepPages(which: 'keep the app' | 'keep the pages of a visit'): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(which))
}
