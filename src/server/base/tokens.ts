import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The stored form of a token: sha256, hex. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
