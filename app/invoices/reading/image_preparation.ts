import sharp, { type Sharp } from 'sharp'
import type { PageSize } from '#app/invoices/reading/layout/layout_types'
import { DomainError } from '#app/kernel/domain_error'

export type PreparedImage = { png: Uint8Array; size: PageSize }

/** Width at which recognition reads best: A4 at 300 dots per inch. */
export const recognitionWidthPx = 2480
const pixelsMax = 120_000_000
const heightPxMax = 7000

/**
 * The pages of a picture file (a TIFF may hold several), upright by their EXIF mark, grey and large enough for
 * recognition, and whether pages beyond the limit were left out. Throws E_UNREADABLE_FILE when it is damaged.
 */
export async function prepareImages(
  bytes: Uint8Array,
  pagesMax: number
): Promise<{ images: PreparedImage[]; isCut: boolean }> {
  try {
    const { pages = 1 } = await sharp(bytes, { limitInputPixels: pixelsMax }).metadata()
    const prepared: PreparedImage[] = []
    for (let page = 0; page < Math.min(pages, pagesMax); page += 1)
      prepared.push(await prepareOne(bytes, page))
    return { images: prepared, isCut: pages > pagesMax }
  } catch {
    throw new DomainError('E_UNREADABLE_FILE', 'La imagen está dañada o es demasiado grande.')
  }
}

async function prepareOne(bytes: Uint8Array, page: number): Promise<PreparedImage> {
  const upright = sharp(bytes, { limitInputPixels: pixelsMax, page })
    .autoOrient()
    .flatten({ background: 'white' })
    .greyscale()
  const { data, info } = await upright
    .toBuffer({ resolveWithObject: true })
    .then(({ info: first, data: raw }) =>
      enlarge(sharp(raw, { limitInputPixels: pixelsMax }), first.width, first.height)
        .png({ compressionLevel: 1 })
        .toBuffer({ resolveWithObject: true })
    )
  return { png: data, size: { width: info.width, height: info.height } }
}

function enlarge(image: Sharp, width: number, height: number): Sharp {
  const target = Math.min(recognitionWidthPx, Math.round((width * heightPxMax) / height))
  return width >= target && width <= target * 1.3 ? image : image.resize({ width: target, kernel: 'cubic' })
}

/** A grey page picture as PNG, for the recogniser. */
export async function greyToPng(data: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** The picture turned by quarter turns clockwise. */
export async function turnImage(png: Uint8Array, degrees: 90 | 180 | 270): Promise<Uint8Array> {
  return sharp(png).rotate(degrees).png({ compressionLevel: 1 }).toBuffer()
}
