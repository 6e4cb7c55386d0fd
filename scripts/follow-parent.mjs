// Loaded into the server by scripts/serve.mjs: if the process that started it ends silently, even by kill -9, the pipe
// between them closes and the server shuts down in order.
import { Socket } from 'node:net'

const pipe = new Socket({ fd: 3, readable: true, writable: false })
pipe.on('error', () => {})
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
pipe.resume()
pipe.unref()
