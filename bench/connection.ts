import { once } from 'node:events'
import { connect } from 'node:net'

export type Answer = { status: number; body: string }

/** One kept-alive connection that sends one request at a time. */
export type Connection = { send: (request: string) => Promise<Answer>; close: () => void }

const headEnd = '\r\n\r\n'

/**
 * A minimal client, so that the processor's time goes to the server: it reads only the status and `content-length`. Throws
 * for an answer without a length.
 */
export async function openConnection(url: URL): Promise<Connection> {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
  await once(socket, 'connect')
  let received: Buffer = Buffer.alloc(0)
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server closed the connection')))
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const end = received.indexOf(headEnd)
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) return fail(new Error(`An answer without a length:\n${head}`))
    const size = end + headEnd.length + Number(length)
    if (received.length < size) return
    const body = received.toString('utf8', end + headEnd.length, size)
    received = Buffer.alloc(0)
    waiting?.resolve({ status: Number(head.slice(9, 12)), body })
  })
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}
