import { inflateSync } from 'node:zlib'

/** Deflate packs at most about 1032 bytes into one: smaller streams cannot unfold beyond the limits. */
const ratioMax = 1032
const attachmentBytesMax = 25 * 1024 * 1024
const streamBytesMax = 120 * 1024 * 1024
const dictionaryBytesMax = 2_000

/**
 * Whether a compressed stream of a PDF unfolds to more than an invoice can need (25 MB for an attachment, 120 MB for
 * anything else), told without unfolding it further than that. Streams of other filters are left to the PDF engine.
 */
export function hasOversizedStream(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = buffer.indexOf('stream')
  while (at >= 0) {
    const start = startOfData(buffer, at)
    const end = buffer.indexOf('endstream', at + 6)
    if (end < 0) return false
    if (start !== null) {
      const dictionary = dictionaryBefore(buffer, at)
      const limit = dictionary.includes('EmbeddedFile') ? attachmentBytesMax : streamBytesMax
      if (dictionary.includes('FlateDecode') && (end - start) * ratioMax > limit) {
        if (unfoldsBeyond(buffer.subarray(start, end), limit)) return true
      }
    }
    at = buffer.indexOf('stream', end + 9)
  }
  return false
}

function startOfData(buffer: Buffer, keyword: number): number | null {
  const after = keyword + 6
  if (buffer[after] === 0x0a) return after + 1
  return buffer[after] === 0x0d ? after + (buffer[after + 1] === 0x0a ? 2 : 1) : null
}

function dictionaryBefore(buffer: Buffer, keyword: number): string {
  const text = buffer.subarray(Math.max(0, keyword - dictionaryBytesMax), keyword).toString('latin1')
  return text.slice(text.lastIndexOf(' obj') + 1)
}

function unfoldsBeyond(data: Buffer, limit: number): boolean {
  try {
    inflateSync(data, { maxOutputLength: limit })
    return false
  } catch (error) {
    // Damaged or encrypted data says nothing about its size; the PDF engine judges it.
    return error instanceof RangeError
  }
}
