import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** SHA-256 of a text, hex. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The stored form of a token. */
export const hashToken = (token: string) => sha256(token)
