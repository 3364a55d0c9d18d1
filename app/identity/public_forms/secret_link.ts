import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 20
const CODE_LENGTH = 8
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** A token of 160 bits in base32 (RFC 4648, lower case), the code people name it by, and the hash that is kept. */
export function makeSecretLink(): { token: string; code: string; hash: string } {
  const token = base32(randomBytes(TOKEN_BYTES))
  return { token, code: codeOf(token), hash: hashOfToken(token) }
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The first eight characters, in capitals, as they are read out on the telephone. */
export const codeOf = (token: string): string => token.slice(0, CODE_LENGTH).toUpperCase()

export const isTokenShaped = (text: string): boolean => /^[a-z2-7]{32}$/.test(text)

function base32(bytes: Uint8Array): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  let text = ''
  for (let left = bytes.length * 8; left > 0; left -= 5)
    text += LETTERS.charAt(Number((bits >> BigInt(left - 5)) & 31n))
  return text
}
