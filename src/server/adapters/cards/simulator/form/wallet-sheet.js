// The practice sheet of the simulator's Apple Pay and Google Pay: a dialog over the page, as the real ones are. It lies in a
// shadow, so that neither its looks nor those of the page reach the other.
const sheet = (say, name, amount) => `
  <link rel="stylesheet" href="/simulator/wallet-sheet.css" />
  <dialog aria-labelledby="name">
    <form novalidate>
      <h2 id="name">${say('{wallet} for practice', { wallet: name })}</h2>
      <p class="total"><span></span><strong>$${amount}</strong></p>
      <label for="card">${say('Card')}</label>
      <select id="card"></select>
      <p class="hint">${say('Nothing is charged here, whichever card you choose.')}</p>
      <p class="error" role="alert" hidden></p>
      <div class="actions">
        <button type="button">${say('Cancel')}</button>
        <button type="submit">${say('Pay {amount}', { amount: `$${amount}` })}</button>
      </div>
    </form>
  </dialog>`

const last4Of = (card) => card.number.slice(-4)

async function mintToken(card, wallet) {
  const answer = await fetch('/simulator/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      outcome: card.outcome,
      brand: card.brand,
      last4: last4Of(card),
      wallet,
    }),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.message)
  return body.token
}

function optionOf(card, say) {
  const option = document.createElement('option')
  option.textContent = `${say('{brand} ending in {last4}', { brand: card.brand, last4: last4Of(card) })}: ${card.does.toLowerCase()}`
  return option
}

/** Opens the sheet for a total; `done` is its token or that it was cancelled, `close` cancels it. */
export function openSheet(wallet, total, { cards, say }) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = sheet(say, wallet.method, total.amount)
  const find = (selector) => root.querySelector(selector)
  const dialog = find('dialog')
  const problem = find('.error')
  // What the business is called is its own to write.
  find('.total span').textContent = total.label
  let result = { status: 'Cancel' }

  async function pay() {
    const card = cards[find('select').selectedIndex]
    if (!card) return
    problem.hidden = true
    const token = await mintToken(card, wallet.id)
    const shown = { brand: card.brand, last4: last4Of(card) }
    result = { status: 'OK', token, details: { method: wallet.method, card: shown } }
    dialog.close()
  }

  function showProblem(error) {
    problem.textContent = error.message
    problem.hidden = false
  }

  find('[type=button]').addEventListener('click', () => dialog.close())
  find('form').addEventListener('submit', (event) => {
    event.preventDefault()
    pay().catch(showProblem)
  })
  document.body.append(host)
  dialog.showModal()
  find('select').replaceChildren(...cards.map((card) => optionOf(card, say)))
  const done = new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(result)
    })
  })
  return { done, close: () => dialog.close() }
}
