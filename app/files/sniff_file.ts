import { isZip } from '#app/files/zip/read_zip'

export type FileKind = { mime: string; extension: string }

const KINDS = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  tif: 'image/tiff',
  zip: 'application/zip',
  xml: 'application/xml',
  txt: 'text/plain',
} as const
type Extension = keyof typeof KINDS

/** How far from its start a PDF may begin (ISO 32000-1, annex H.3.4.1). */
const PDF_HEADER_BYTES_MAX = 1024
const TEXT_LOOKED_AT_BYTES = 4096

/**
 * The kind of a file by its first bytes, never by its name; null when it is none that the product takes. What stands at the
 * very start goes before a PDF that begins somewhere behind it.
 */
export function sniffFile(bytes: Uint8Array): FileKind | null {
  const extension = pictureOf(bytes) ?? (isPacked(bytes) ? 'zip' : isPdf(bytes) ? 'pdf' : textOf(bytes))
  return extension === null ? null : { mime: KINDS[extension], extension }
}

/**
 * The kind of a table that is read and never shown as it came: old Excel, and the pages that banks save as «.xls», which
 * are kept as plain text so that no browser runs them. Null when it is neither.
 */
export function sniffTable(bytes: Uint8Array): FileKind | null {
  if (isOldOffice(bytes)) return { mime: 'application/vnd.ms-excel', extension: 'xls' }
  return decodeStart(bytes) === null ? null : { mime: KINDS.txt, extension: 'txt' }
}

/** Whether it is a file of Office before 2007 (MS-CFB): a workbook, or a message of Outlook. */
export const isOldOffice = (bytes: Uint8Array): boolean => beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

/** The picture that it is, if any. */
function pictureOf(bytes: Uint8Array): 'jpg' | 'png' | 'webp' | 'heic' | 'tif' | null {
  const ascii = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length))
  if (beginsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpg'
  if (bytes[0] === 0x89 && ascii(1, 3) === 'PNG') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 4) === 'WEBP') return 'webp'
  // The first box of a photograph as an iPhone keeps it names one of these brands.
  if (/^ftyp(heic|heix|hevc|hevx|mif1|msf1)/.test(ascii(4, 8))) return 'heic'
  return ascii(0, 4) === 'II*\0' || ascii(0, 4) === 'MM\0*' ? 'tif' : null
}

/** Whether it is a PDF, whatever stands before its head. */
const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, PDF_HEADER_BYTES_MAX)).includes('%PDF-')

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

/** An archive without any file begins with its end. */
const isPacked = (bytes: Uint8Array): boolean => isZip(bytes) || beginsWith(bytes, [0x50, 0x4b, 0x05, 0x06])

/** A page, a drawing or a script in markup is none that the product takes: a browser would run it. */
function textOf(bytes: Uint8Array): Extension | null {
  const text = isOldOffice(bytes) ? null : decodeStart(bytes)
  if (text === null) return null
  if (!/^\s*<(\?xml|[a-zA-Z])/.test(text)) return 'txt'
  return /<(!doctype html|html|svg|script)[\s>]/i.test(text) ? null : 'xml'
}

/** The beginning of a text; null for what is none. */
function decodeStart(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, TEXT_LOOKED_AT_BYTES)
  if (start.length === 0) return null
  const utf16 = beginsWith(start, [0xff, 0xfe])
    ? 'utf-16le'
    : beginsWith(start, [0xfe, 0xff])
      ? 'utf-16be'
      : null
  if (!utf16 && start.includes(0)) return null
  return new TextDecoder(utf16 ?? 'utf-8').decode(start).replace(/^\uFEFF/, '')
}
