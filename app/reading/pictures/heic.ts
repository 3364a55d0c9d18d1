import sharp from 'sharp'
import { sniffFile } from '#app/files/sniff_file'

/** Telephones take 12 or 24 million points; decoding more would pass what a process may hold. */
const PIXELS_MAX = 26_000_000
const QUALITY = 95

/**
 * A picture file that the picture library reads: a HEIC photograph as JPEG, upright as it was taken; any other as it is.
 * Its codec comes as WebAssembly, for no build of the library brings it. Only to be called in a process with limits.
 * Throws when it is damaged or too large.
 */
export async function openPicture(bytes: Uint8Array): Promise<Uint8Array> {
  if (sniffFile(bytes)?.extension !== 'heic') return bytes
  // Loaded where it is needed: two megabytes that most files never ask for.
  const { default: heic } = await import('heic-decode')
  const pictures = await heic.all({ buffer: bytes })
  try {
    const [picture] = pictures
    if (!picture || picture.width * picture.height > PIXELS_MAX) throw new Error('HEIC too large')
    const { width, height } = picture
    const { data } = await picture.decode()
    return await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: QUALITY })
      .toBuffer()
  } finally {
    pictures.dispose()
  }
}
