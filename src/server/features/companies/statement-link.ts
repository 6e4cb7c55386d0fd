import { siteAddress } from '#server/base/site-address.ts'
import { now } from '#server/base/clock.ts'
import {
  bytesOfUuid,
  readSignedToken,
  readUuid,
  tokenSigner,
} from '#server/database/signed-token.ts'
import { paths } from '#shared/rules/paths.ts'

const keyName = 'statements'
const linkDays = 400

/** The absolute link to a statement's page; it works without a session. */
export async function statementLink(statementId: string): Promise<string> {
  const until = Buffer.alloc(6)
  until.writeUIntBE(Math.floor(now().getTime() / 1000) + linkDays * 86_400, 0, 6)
  const sign = await tokenSigner(keyName)
  return siteAddress() + paths.statement(sign(Buffer.concat([bytesOfUuid(statementId), until])))
}

/** The statement of a link; undefined for a guessed or expired one. */
export async function statementOfLink(token: string): Promise<string | undefined> {
  const payload = await readSignedToken(keyName, token)
  if (payload?.length !== 22) return undefined
  const { id, rest } = readUuid(payload)
  return rest.readUIntBE(0, 6) * 1000 > now().getTime() ? id : undefined
}
