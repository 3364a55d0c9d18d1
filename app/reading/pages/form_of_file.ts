import { sniffFile } from '#app/files/sniff_file'

export type FileForm = 'pdf' | 'xml' | 'image' | 'unknown'

const HEAD_BYTES = 1024

/** How a file has to be read, by its content. */
export function formOf(bytes: Uint8Array): FileForm {
  const kind = sniffFile(bytes)
  if (kind?.mime.startsWith('image/')) return 'image'
  if (kind?.extension === 'pdf') return 'pdf'
  return opensAsXml(bytes) ? 'xml' : 'unknown'
}

/** Also where its encoding is not told, or something stands before it. */
function opensAsXml(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, HEAD_BYTES))
    .toString('latin1')
    .split('\u0000')
    .join('')
    .replace(/^[^<]{0,4}/, '')
  return /^\s*<(\?xml|!--|!DOCTYPE|[A-Za-z_])/.test(text)
}
