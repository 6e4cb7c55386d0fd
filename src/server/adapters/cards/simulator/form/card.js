// The simulator's browser script, in the shape of the real provider's: Square.payments(…).card(), attach, tokenize, and the
// same of applePay and googlePay, which every browser has here.
// The inputs live in a frame of their own document, so that this page never sees what is typed.
;(() => {
  const frameUrl = '/simulator/card-frame'
  const longestLoadMs = 10_000
  let language = 'en'

  function failed(message) {
    return { status: 'ERROR', errors: [{ type: 'INTERNAL', field: null, message }] }
  }

  function makeCard() {
    let frame = null
    let waiting = new Map()
    let next = 0
    const listeners = new Map()

    const onMessage = (event) => {
      if (!frame || event.source !== frame.contentWindow || event.origin !== location.origin) return
      const { type, height, id, result, field } = event.data ?? {}
      if (type === 'simulator-height') frame.style.height = `${height}px`
      if (type === 'simulator-result') {
        waiting.get(id)?.(result)
        waiting.delete(id)
      }
      if (type === 'simulator-event')
        for (const listen of listeners.get(event.data.name) ?? []) listen({ detail: { field } })
    }

    return {
      /** Puts the form into the element; resolves when it can be typed into. */
      attach(target) {
        const host = typeof target === 'string' ? document.querySelector(target) : target
        if (!host) return Promise.reject(new Error(`There is no element ${target}.`))
        if (frame) return Promise.reject(new Error('The card form is attached already.'))
        frame = document.createElement('iframe')
        frame.src = `${frameUrl}?language=${encodeURIComponent(language)}`
        frame.title = 'Card details'
        const shown = frame
        void loadContents().then(({ say }) => (shown.title = say('Card details')))
        frame.style.cssText =
          'display:block;width:100%;height:252px;border:0;color-scheme:light dark'
        window.addEventListener('message', onMessage)
        return new Promise((resolve, reject) => {
          const timer = setTimeout(
            () => reject(new Error('The card form did not load.')),
            longestLoadMs,
          )
          const onReady = (event) => {
            if (event.source !== frame?.contentWindow || event.data?.type !== 'simulator-ready')
              return
            clearTimeout(timer)
            window.removeEventListener('message', onReady)
            resolve()
          }
          window.addEventListener('message', onReady)
          host.append(frame)
        })
      },
      /** A one-time token, or the errors of the fields; the form shows them beside the fields itself. */
      tokenize() {
        if (!frame?.contentWindow)
          return Promise.resolve(failed('The card form is not on the page.'))
        const id = ++next
        return new Promise((resolve) => {
          waiting.set(id, resolve)
          frame.contentWindow.postMessage({ type: 'simulator-tokenize', id }, location.origin)
        })
      },
      addEventListener(name, listen) {
        listeners.set(name, [...(listeners.get(name) ?? []), listen])
      },
      removeEventListener(name, listen) {
        listeners.set(
          name,
          (listeners.get(name) ?? []).filter((known) => known !== listen),
        )
      },
      destroy() {
        window.removeEventListener('message', onMessage)
        for (const resolve of waiting.values()) resolve(failed('The card form was closed.'))
        waiting = new Map()
        frame?.remove()
        frame = null
        return Promise.resolve(true)
      },
    }
  }

  const loadContents = async () => (await import('/simulator/words.js')).loadWords(language)

  const applePay = { id: 'apple_pay', method: 'Apple Pay' }
  const googlePay = { id: 'google_pay', method: 'Google Pay' }

  function makeRequest({ countryCode, currencyCode, total }) {
    if (countryCode !== 'US' || currencyCode !== 'USD' || !/^\d+\.\d\d$/.test(total?.amount))
      throw new Error('The payment request is not valid.')
    return { total }
  }

  async function makeWallet(wallet, { total }) {
    const { openSheet } = await import('/simulator/wallet-sheet.js')
    const { cards, say } = await loadContents()
    let sheet = null
    return {
      /** A one-time token of a practice card, or that the sheet was closed. */
      async tokenize() {
        if (sheet) throw new Error('The sheet is open already.')
        sheet = openSheet(wallet, total, { cards, say })
        const result = await sheet.done
        sheet = null
        return result
      },
      destroy() {
        sheet?.close()
        return Promise.resolve(true)
      },
    }
  }

  async function makeGooglePay(request) {
    const made = await makeWallet(googlePay, request)
    const button = document.createElement('button')
    return {
      ...made,
      /** Puts its button into the empty element, as the real one draws its own. */
      async attach(target, { buttonColor, buttonRadius = 4 } = {}) {
        const host = typeof target === 'string' ? document.querySelector(target) : target
        if (!host) throw new Error(`There is no element ${target}.`)
        if (host.childElementCount > 0) throw new Error('The element is not empty.')
        button.type = 'button'
        button.textContent = googlePay.method
        const [back, ink] = buttonColor === 'white' ? ['#fff', '#000'] : ['#000', '#fff']
        button.style.cssText = `width:100%;height:100%;border:0;font-weight:600;border-radius:${buttonRadius}px;background:${back};color:${ink}`
        host.append(button)
      },
      destroy() {
        button.remove()
        return made.destroy()
      },
    }
  }

  window.Square = {
    payments: () => ({
      setLocale(locale) {
        language = locale
        return Promise.resolve({ newLocale: locale })
      },
      card: () => Promise.resolve(makeCard()),
      paymentRequest: makeRequest,
      applePay: (request) => makeWallet(applePay, request),
      googlePay: makeGooglePay,
    }),
  }
})()
