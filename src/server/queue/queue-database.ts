import type { Db } from 'pg-boss'
import { currentHandle, listen, transaction } from '../database/database.ts'

const block = /^\s*begin;([\s\S]*);\s*commit;?\s*$/i

/** pg-boss on our database. Statements join the open transaction. */
export const queueDatabase: Db = {
  async executeSql(text, values) {
    if (values?.length) return currentHandle().query(text, values)
    // pg-boss wraps scripts in BEGIN and COMMIT, which would end a transaction it did not start.
    const script = block.exec(text)?.[1]
    const rows = script
      ? await transaction(() => currentHandle().script(script))
      : await currentHandle().script(text)
    return { rows }
  },
  async listen(channel, onNotification, onReconnect) {
    const stop = await listen(channel, onNotification, { onReconnect })
    onReconnect()
    return { close: stop }
  },
}
