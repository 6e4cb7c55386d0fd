import { type AddressInfo, createServer, type Socket } from 'node:net'

type Settings = { refuse: string; hang: string; onHang: () => void }
type Received = { from: string; to: string[]; data: string; login?: string }

/**
 * A loopback SMTP server for tests: it accepts `fivequart` and every mail except to the recipient in `refuse`. It never
 * answers for the one in `hang`; `hanging` resolves once that starts.
 */
export async function startTestMailServer() {
  const mails: Received[] = []
  const settings = { refuse: '', hang: '', onHang: () => {} }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    converse(socket, mails, settings)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://fivequart:secret@127.0.0.1:${port}`,
    mails,
    settings,
    hanging: () => new Promise<void>((resolve) => (settings.onHang = resolve)),
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function converse(socket: Socket, mails: Received[], settings: Settings) {
  let mail: Received = { from: '', to: [], data: '' }
  let login: string | undefined
  let inData = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const take = (line: string) => {
    if (inData) {
      if (line !== '.') return void (mail.data += `${line.replace(/^\./, '')}\n`)
      inData = false
      mails.push({ ...mail, login })
      mail = { from: '', to: [], data: '' }
      return say('250 taken')
    }
    const [, verb = '', argument = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? []
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return say('250-localhost\r\n250 AUTH PLAIN')
      case 'AUTH':
        login = Buffer.from(argument.replace(/^PLAIN /i, ''), 'base64')
          .toString()
          .split('\0')[1]
        return say(login === 'fivequart' ? '235 welcome' : '535 wrong password')
      case 'MAIL':
        mail.from = /<(.*?)>/.exec(argument)?.[1] ?? ''
        return say('250 ok')
      case 'RCPT': {
        const to = /<(.*?)>/.exec(argument)?.[1] ?? ''
        if (to === settings.refuse) return say('550 no such mailbox')
        if (to === settings.hang) return settings.onHang()
        mail.to.push(to)
        return say('250 ok')
      }
      case 'DATA':
        inData = true
        return say('354 go on')
      case 'QUIT':
        say('221 bye')
        return socket.end()
      default:
        return say('250 ok')
    }
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
  say('220 localhost ready')
}
