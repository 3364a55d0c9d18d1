import sharp from 'sharp'
import { sniffFile } from '#app/files/sniff_file'
import { DomainError } from '#app/kernel/domain_error'

export type UploadedImage = { name: string; bytes: Uint8Array }

export const imageBytesMax = 2 * 1024 * 1024
const KINDS = new Set(['png', 'jpg', 'webp'])
/** Twice the width of the modal that shows it. */
const WIDTH_PX = 1300
const PIXELS_MAX = 40_000_000

/** Refuses at `image` what is no PNG, JPEG or WebP by its content, or is larger than 2 MB. */
export function refuseUnfitImage({ bytes }: UploadedImage): void {
  if (bytes.byteLength > imageBytesMax) throw imageTooLarge()
  const kind = sniffFile(bytes)
  if (!kind || !KINDS.has(kind.extension))
    throw refusal('E_IMAGE_KIND', 'Formato no admitido: use PNG, JPEG o WebP.')
}

/**
 * The picture written anew as WebP: upright, no wider than it is ever shown, without what the file carried beside it
 * (place, camera, other content). Throws at `image` when it cannot be read or has more than 40 million pixels.
 */
export async function imageOf({ name, bytes }: UploadedImage): Promise<UploadedImage> {
  try {
    const picture = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize({ width: WIDTH_PX, withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
    return { name: `${name.replace(/\.[^.]*$/, '')}.webp`, bytes: picture }
  } catch (cause) {
    throw refusal('E_IMAGE_UNREADABLE', 'La imagen no se puede leer. Pruebe con otra.', cause)
  }
}

export const imageTooLarge = () => refusal('E_IMAGE_SIZE', 'La imagen no puede superar 2 MB.')

const refusal = (code: `E_${string}`, message: string, cause?: unknown) =>
  new DomainError(code, message, { field: 'image', ...(cause ? { cause } : {}) })
