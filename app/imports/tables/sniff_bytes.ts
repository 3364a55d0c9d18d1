import { isZip } from '#app/files/unzip'

/** What the bytes are before they are decoded: a ZIP (an XLSX is one too), an old Excel file, or a text. */
export function sniffBytes(bytes: Uint8Array): 'zip' | 'excel' | 'text' {
  if (isZip(bytes)) return 'zip'
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte) ? 'excel' : 'text'
}
