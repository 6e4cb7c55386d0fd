import { fork } from 'node:child_process'
import { join } from 'node:path'

/** A script of this folder in its own process, which answers one message at a time. */
export type Child = AsyncDisposable & {
  ask: <Answer>(message: unknown) => Promise<Answer>
}

type Reply = { answer: unknown } | { failure: string }

export function startChild(script: string): Child {
  const child = fork(join(import.meta.dirname, script), {
    execArgv: ['--import', './src/server/database/lean-drizzle.ts'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn' },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        const gone = () => reject(new Error(`${script} ended`))
        child.once('exit', gone)
        child.once('message', (reply: Reply) => {
          child.off('exit', gone)
          if ('failure' in reply) reject(new Error(`${script}: ${reply.failure}`))
          else resolve(reply.answer as never)
        })
        child.send(message as object)
      }),
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** Asks a new process once. */
export async function askOnce<Answer>(script: string, message: unknown): Promise<Answer> {
  await using child = startChild(script)
  return await child.ask<Answer>(message)
}

/** The child's side: answers every message with the result of `handle`, until the parent is gone. */
export function answerMessages(handle: (message: never) => unknown): void {
  process.on('message', (message) => {
    void Promise.resolve()
      .then(() => handle(message as never))
      .then((answer): Reply => ({ answer }))
      .catch((error: Error): Reply => ({ failure: error.stack ?? error.message }))
      .then((reply) => process.send?.(reply))
  })
  process.once('disconnect', () => process.exit())
}
