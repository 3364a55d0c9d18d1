import iconv from 'iconv-lite'

export type DecodedText = {
  text: string
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850'
}

/**
 * Decodes a file of a bank, which never says how it is written: a byte order mark first, then strict UTF-8, else one
 * byte a letter. Windows-1252 (which covers ISO-8859-1) unless the bytes above 127 make more Spanish letters in CP850.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: decodeAs(bytes.subarray(2), 'utf-16le'), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: decodeAs(bytes.subarray(2), 'utf-16be'), encoding: 'utf-16be' }
  const utf8 = strictUtf8(bytes)
  if (utf8 !== null) return { text: utf8, encoding: 'utf-8' }
  const encoding = looksLikeCp850(bytes) ? 'cp850' : 'windows-1252'
  return { text: decodeAs(bytes, encoding), encoding }
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding)
}

/** Letters with marks of Spanish, Catalan and Galician, ñ and ordinals, as each code page writes them. */
const letters = 'áéíóúÁÉÍÓÚñÑüÜçÇàèòïÀÈÒÏºª'
const windowsLetters: ReadonlySet<number> = new Set(iconv.encode(letters, 'windows-1252'))
const dosLetters: ReadonlySet<number> = new Set(iconv.encode(letters, 'cp850'))

function looksLikeCp850(bytes: Uint8Array): boolean {
  let windows = 0
  let dos = 0
  for (const byte of bytes) {
    if (byte < 0x80) continue
    if (windowsLetters.has(byte)) windows++
    if (dosLetters.has(byte)) dos++
  }
  return dos > windows
}
