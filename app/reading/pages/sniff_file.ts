import { isHeic } from '#app/reading/pictures/heic'

export type FileForm = 'pdf' | 'xml' | 'image' | 'unknown'

const imageSignatures: number[][] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
]
const pdfHeaderSearchBytes = 1024

/** Tells the form of a file by its content; the extension is never asked. */
export function sniffFile(bytes: Uint8Array): FileForm {
  if (imageSignatures.some((signature) => signature.every((value, index) => bytes[index] === value)))
    return 'image'
  if (isWebp(bytes) || isHeic(bytes)) return 'image'
  const head = Buffer.from(bytes.subarray(0, pdfHeaderSearchBytes))
  if (head.includes('%PDF-')) return 'pdf'
  return isXml(head) ? 'xml' : 'unknown'
}

function isWebp(bytes: Uint8Array): boolean {
  return (
    Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'RIFF' &&
    Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP'
  )
}

function isXml(head: Buffer): boolean {
  const text = head
    .toString('latin1')
    .split('\u0000')
    .join('')
    .replace(/^[^<]{0,4}/, '')
  return /^\s*<(\?xml|!--|!DOCTYPE|[A-Za-z_])/.test(text)
}
