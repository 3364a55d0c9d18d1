import { createHash } from 'node:crypto'

/** A UUID made of a text: the same text gives the same one, for good (version 8 of RFC 9562, from SHA-256). */
export function uuidOf(text: string): string {
  const digest = createHash('sha256').update(`caudal:wise:${text}`).digest().subarray(0, 16)
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
