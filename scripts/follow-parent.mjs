// Loaded into the server by scripts/serve.mjs: when the process that started it ends without a word, even by kill -9,
// the pipe between them closes and the server ends in the orderly way.
import { Socket } from 'node:net'

const pipe = new Socket({ fd: 3, readable: true, writable: false })
pipe.on('error', () => {})
pipe.on('close', () => process.kill(process.pid, 'SIGTERM'))
pipe.resume()
pipe.unref()
