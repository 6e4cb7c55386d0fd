/**
 * What browsers load from the test server instead of Square's: a script of the same shape (`Square.payments(…)`, `card`,
 * `attach`, `tokenize`, wallets) with strict argument checks, and the frame with the inputs, which keeps the digits. Apple
 * Pay exists where the browser has it, Google Pay everywhere; their sheet is a frame too.
 */
export const squareScript = (origin: string): string => `
(() => {
  const frameUrl = ${JSON.stringify(`${origin}/v1/frame.html`)}
  const frameOrigin = ${JSON.stringify(origin)}
  const makeCard = (locationId) => {
    let frame, next = 0
    const waiting = new Map()
    const onMessage = (event) => {
      if (event.origin !== frameOrigin || event.source !== frame?.contentWindow) return
      waiting.get(event.data.id)?.(event.data)
    }
    return {
      attach: (selector) => new Promise((resolve, reject) => {
        const host = document.querySelector(selector)
        if (!host) return reject(new Error('ElementNotFoundError'))
        frame = document.createElement('iframe')
        frame.src = frameUrl
        frame.title = 'Secure Credit Card Form'
        frame.style.cssText = 'display:block;width:100%;height:230px;border:0'
        window.addEventListener('message', onMessage)
        waiting.set('ready', resolve)
        host.append(frame)
      }),
      tokenize: (details) => new Promise((resolve) => {
        const wanted = ['amount', 'billingContact', 'currencyCode', 'customerInitiated', 'intent', 'sellerKeyedIn']
        const odd = wanted.filter((name) => details?.[name] === undefined)
        if (odd.length) throw new Error('InvalidVerificationDetailsError ' + odd)
        const id = ++next
        waiting.set(id, ({ result }) => resolve(result))
        frame.contentWindow.postMessage({ id, locationId }, frameOrigin)
      }),
      addEventListener() {},
      destroy() {
        window.removeEventListener('message', onMessage)
        frame?.remove()
        return Promise.resolve(true)
      },
    }
  }
  const makeRequest = ({ countryCode, currencyCode, total }) => {
    const isRight = countryCode === 'US' && currencyCode === 'USD' && /^\\d+\\.\\d\\d$/.test(total.amount) && total.label
    if (!isRight) throw new Error('InvalidPaymentRequestError')
    return { total }
  }
  const openSheet = (wallet, { total }) => new Promise((resolve) => {
    // Like Safari, which opens its sheet only during a user gesture.
    if (!navigator.userActivation.isActive) throw new Error('InvalidAccessError')
    const sheet = document.createElement('iframe')
    sheet.src = frameOrigin + '/v1/sheet.html?' + new URLSearchParams({ wallet, ...total })
    sheet.title = 'Sheet of ' + wallet
    sheet.style.cssText = 'position:fixed;inset:auto 0 0;width:100%;height:200px;z-index:99;background:#fff'
    const onMessage = (event) => {
      if (event.origin !== frameOrigin || event.source !== sheet.contentWindow) return
      window.removeEventListener('message', onMessage)
      sheet.remove()
      resolve(event.data)
    }
    window.addEventListener('message', onMessage)
    document.body.append(sheet)
  })
  const makeWallet = (wallet, request) => ({
    tokenize: () => openSheet(wallet, request),
    destroy: () => Promise.resolve(true),
  })
  const wallets = {
    paymentRequest: makeRequest,
    async applePay(request) {
      if (!('ApplePaySession' in window)) throw new Error('PaymentMethodUnsupportedError')
      return makeWallet('apple_pay', request)
    },
    async googlePay(request) {
      const button = document.createElement('button')
      return {
        ...makeWallet('google_pay', request),
        async attach(selector, look) {
          const host = document.querySelector(selector)
          if (!host || host.childElementCount) throw new Error('InvalidElementPresentError')
          const known = ['buttonColor', 'buttonSizeMode', 'buttonType', 'buttonRadius', 'buttonBorderType']
          if (Object.keys(look).some((name) => !known.includes(name))) throw new Error('InvalidOptionError')
          button.type = 'button'
          button.textContent = 'Google Pay'
          host.append(button)
        },
        destroy() {
          button.remove()
          return Promise.resolve(true)
        },
      }
    },
  }
  window.Square = {
    payments(applicationId, locationId) {
      if (!/^(sandbox-sq0idb|sq0idp)-/.test(applicationId)) throw new Error('InvalidApplicationIdError')
      if (!locationId) throw new Error('InvalidLocationIdError')
      return { card: () => Promise.resolve(makeCard(locationId)), ...wallets }
    },
  }
})()
`

export const cardFrame = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Card</title>
<style>label{display:block;font:16px sans-serif;margin:4px 0}input{font-size:16px}</style>
<body>
<label>Card number <input id="number" inputmode="numeric"></label>
<label>Expiry <input id="expiry"></label>
<label>Security code <input id="cvv"></label>
<label>ZIP code <input id="zip"></label>
<script>
const value = (id) => document.getElementById(id).value.replace(/\\D/g, '')
window.addEventListener('message', async ({ data: { id, locationId }, source, origin }) => {
  const number = value('number')
  const result = number
    ? await fetch('/v1/card-nonce', { method: 'POST', body: JSON.stringify({ number, locationId }) })
        .then((answer) => answer.json())
        .catch((error) => ({ status: 'Error', errors: [{ message: String(error) }] }))
    : { status: 'Invalid', errors: [{ message: 'Credit card number is not valid' }] }
  source.postMessage({ id, result }, origin)
})
parent.postMessage({ id: 'ready' }, '*')
</script>
</html>
`

export const walletSheet = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Wallet</title>
<body>
<p></p>
<button id="pay">Pay</button>
<button id="close">Close</button>
<script>
const { wallet, amount, label } = Object.fromEntries(new URLSearchParams(location.search))
document.querySelector('p').textContent = label + ' $' + amount
const say = (result) => parent.postMessage(result, '*')
document.getElementById('close').onclick = () => say({ status: 'Cancel' })
document.getElementById('pay').onclick = () =>
  fetch('/v1/wallet-nonce', { method: 'POST', body: JSON.stringify({ wallet }) })
    .then((answer) => answer.json())
    .then(say)
</script>
</html>
`
