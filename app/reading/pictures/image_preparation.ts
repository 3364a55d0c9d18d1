import sharp from 'sharp'
import { DomainError } from '#app/kernel/domain_error'
import type { PageSize } from '#app/reading/layout/layout_types'
import { evenLight } from '#app/reading/pictures/even_light'
import { findSheet } from '#app/reading/pictures/find_sheet'
import { flattenSheet, type GreyPicture } from '#app/reading/pictures/flatten_sheet'
import { openPicture } from '#app/reading/pictures/heic'

export type PreparedImage = { png: Uint8Array; size: PageSize }

/** Width at which recognition reads best: A4 at 300 dots per inch. */
export const recognitionWidthPx = 2480
/** A picture of more pixels than A4 at 300 dots per inch costs memory and reads no better. */
const recognitionPixelsMax = 9_000_000
/** Telephones take pictures of up to 50 million; what is larger is hostile or a poster. */
const pixelsMax = 80_000_000
/** The picture is looked at no larger than this before it is straightened. */
const workingWidthPx = 3000
const workingPixelsMax = 16_000_000

/**
 * The pages of a picture file (a TIFF may hold several), upright by their EXIF mark, grey, the sheet alone where a
 * photograph shows more, and large enough for recognition; and whether pages beyond the limit were left out. Throws
 * E_UNREADABLE_FILE when it is damaged.
 */
export async function prepareImages(
  bytes: Uint8Array,
  pagesMax: number
): Promise<{ images: PreparedImage[]; isCut: boolean }> {
  try {
    const picture = await openPicture(bytes)
    const { pages = 1 } = await sharp(picture, { limitInputPixels: pixelsMax }).metadata()
    const prepared: PreparedImage[] = []
    for (let page = 0; page < Math.min(pages, pagesMax); page += 1)
      prepared.push(await prepareOne(picture, page))
    return { images: prepared, isCut: pages > pagesMax }
  } catch {
    throw new DomainError('E_UNREADABLE_FILE', 'La imagen está dañada o es demasiado grande.')
  }
}

async function prepareOne(bytes: Uint8Array, page: number): Promise<PreparedImage> {
  return preparePicture(await readGrey(bytes, page))
}

/** A grey picture of a page, made ready for recognition. */
export async function preparePicture(shown: GreyPicture): Promise<PreparedImage> {
  const sheet = findSheet(shown)
  const picture = sheet ? evenLight(flattenSheet(shown, sheet)) : shown
  const target = recognitionSize(picture)
  const { data, info } = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 1 },
  })
    .resize({ ...target, fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return {
    png: data,
    size: { width: info.width, height: info.height, ...(sheet ? { sheet: sheet.corners } : {}) },
  }
}

/** The picture as displayed, grey, at most as large as it is worked with. */
async function readGrey(bytes: Uint8Array, page: number): Promise<GreyPicture> {
  const image = sharp(bytes, { limitInputPixels: pixelsMax, page }).autoOrient()
  const { autoOrient } = await sharp(bytes, { limitInputPixels: pixelsMax, page }).metadata()
  const scale = Math.min(
    1,
    workingWidthPx / autoOrient.width,
    Math.sqrt(workingPixelsMax / (autoOrient.width * autoOrient.height))
  )
  const { data, info } = await image
    .resize({ width: Math.max(1, Math.round(autoOrient.width * scale)) })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function recognitionSize({ width, height }: GreyPicture): { width: number; height: number } {
  const most = Math.min(recognitionWidthPx, Math.sqrt((recognitionPixelsMax * width) / height))
  const wanted = width >= most && width <= most * 1.2 ? Math.min(width, Math.round(most * 1.2)) : most
  return { width: Math.round(wanted), height: Math.max(1, Math.round((wanted * height) / width)) }
}

/** The picture turned by quarter turns clockwise. */
export async function turnImage(png: Uint8Array, degrees: 90 | 180 | 270): Promise<Uint8Array> {
  return sharp(png).rotate(degrees).png({ compressionLevel: 1 }).toBuffer()
}

/** A grey picture as PNG. */
export async function greyToPng({ data, width, height }: GreyPicture): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
