export type FileKind = { mime: string; extension: string }

const PDF: FileKind = { mime: 'application/pdf', extension: 'pdf' }

/** The kind of a file by its first bytes, never by its name; null when it is none that the product takes. */
export function sniffFile(bytes: Uint8Array): FileKind | null {
  const ascii = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length))
  if (Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return PDF
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff)
    return { mime: 'image/jpeg', extension: 'jpg' }
  if (ascii(1, 3) === 'PNG' && bytes[0] === 0x89) return { mime: 'image/png', extension: 'png' }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 4) === 'WEBP') return { mime: 'image/webp', extension: 'webp' }
  if (/^ftyp(heic|heix|hevc|hevx|mif1|msf1)/.test(ascii(4, 8)))
    return { mime: 'image/heic', extension: 'heic' }
  if (ascii(0, 4) === 'II*\0' || ascii(0, 4) === 'MM\0*') return { mime: 'image/tiff', extension: 'tif' }
  if (ascii(0, 2) === 'PK') return { mime: 'application/zip', extension: 'zip' }
  const text = decodeStart(bytes)
  if (text !== null && /^\s*<(\?xml|[a-zA-Z])/.test(text)) {
    return /<(!doctype html|html|svg|script)[\s>]/i.test(text)
      ? null
      : { mime: 'application/xml', extension: 'xml' }
  }
  return text !== null ? { mime: 'text/plain', extension: 'txt' } : null
}

/**
 * The kind of a table that is read and never shown as it came: old Excel, and the pages that banks save as «.xls», which
 * are kept as plain text so that no browser runs them. Null when it is neither.
 */
export function sniffTable(bytes: Uint8Array): FileKind | null {
  if ([0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte))
    return { mime: 'application/vnd.ms-excel', extension: 'xls' }
  return decodeStart(bytes) === null ? null : { mime: 'text/plain', extension: 'txt' }
}

function decodeStart(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 4096)
  if (start.length === 0) return null
  const utf16 =
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : null
  if (!utf16 && start.includes(0)) return null
  return new TextDecoder(utf16 ?? 'utf-8').decode(start).replace(/^\uFEFF/, '')
}
