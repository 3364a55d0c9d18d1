import sharp from 'sharp'
import type { GreyPicture } from '#app/reading/pictures/flatten_sheet'

/** The picture in grey, turned clockwise around its middle, its size kept. */
export async function levelPicture(image: Uint8Array, radians: number): Promise<GreyPicture> {
  const { width, height } = await sharp(image).metadata()
  const grey = sharp(image).greyscale()
  const turned = await (radians === 0
    ? grey
    : grey.rotate((radians * 180) / Math.PI, { background: 'white' })
  )
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await sharp(turned.data, {
    raw: { width: turned.info.width, height: turned.info.height, channels: 1 },
  })
    .extract({
      left: Math.max(0, Math.round((turned.info.width - width) / 2)),
      top: Math.max(0, Math.round((turned.info.height - height) / 2)),
      width: Math.min(width, turned.info.width),
      height: Math.min(height, turned.info.height),
    })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
