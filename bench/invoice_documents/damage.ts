import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { clamp, type Map2d, type Picture, type Point, photograph } from './photograph.js'
import type { Place, Places } from './print.js'
import type { Random } from './random.js'

/** What happened to the paper on its way into the computer. */
export const DAMAGES = [
  'scan200',
  'scan150',
  'photocopy',
  'fax',
  'photo',
  'photo_exif',
  'upside_down',
  'scan300',
] as const
export type Damage = (typeof DAMAGES)[number]

/** Dots per inch at which the clean page is drawn before the damage. */
export const DPI: Record<Damage, number> = {
  scan200: 200,
  scan150: 150,
  photocopy: 200,
  fax: 204,
  photo: 220,
  photo_exif: 220,
  upside_down: 200,
  scan300: 300,
}

/** One page as a scanner, copier, fax or telephone would give it, and where its points went. */
export async function damagePage(png: Buffer, damage: Damage, random: Random): Promise<Picture> {
  if (damage === 'photo' || damage === 'photo_exif') return photograph(png, random, damage === 'photo_exif')
  const angle = (random.chance(0.5) ? 1 : -1) * (0.5 + random.next() * (damage === 'fax' ? 1 : 2.4))
  const { width = 1, height = 1 } = await sharp(png).metadata()
  const grey = sharp(png).flatten({ background: '#fff' }).greyscale()
  const rotated = await grey
    .rotate(angle, { background: '#fdfdfd' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const turned: Map2d = rotation(angle, width, height, rotated.info.width, rotated.info.height)
  const size = { width: rotated.info.width, height: rotated.info.height }
  const pixels = await sharp(rotated.data)
    .greyscale()
    .blur(damage === 'photocopy' ? 0.9 : 0.5)
    .raw()
    .toBuffer()
  for (let at = 0; at < pixels.length; at++) pixels[at] = level(pixels[at] ?? 255, damage, random)
  let image = sharp(pixels, { raw: { ...size, channels: 1 } })
  if (damage === 'fax')
    image = sharp(
      await image
        .resize(size.width, Math.round(size.height / 2), { fit: 'fill' })
        .resize(size.width, size.height, { fit: 'fill', kernel: 'nearest' })
        .threshold(150)
        .png()
        .toBuffer()
    )
  if (damage === 'upside_down') image = sharp(await image.png().toBuffer()).rotate(180)
  const jpeg = await image.jpeg({ quality: damage === 'scan300' ? 80 : random.int(45, 70) }).toBuffer()
  const map: Map2d =
    damage === 'upside_down'
      ? (point) => {
          const [x, y] = turned(point)
          return [1 - x, 1 - y]
        }
      : turned
  return { jpeg, map, ...size }
}

function level(value: number, damage: Damage, random: Random): number {
  const noise = random.normal()
  switch (damage) {
    case 'photocopy':
      return clamp(255 - (255 - value) * 0.52 + noise * 7 - (random.chance(0.0006) ? 90 : 0))
    case 'fax':
      return clamp(value + noise * 34)
    case 'scan300':
      return clamp(value * 0.97 + 5 + noise * 4)
    default:
      return clamp(value * 0.94 + 8 + noise * 9)
  }
}

/** sharp turns around the centre and grows the picture to hold the corners. */
function rotation(
  degrees: number,
  width: number,
  height: number,
  newWidth: number,
  newHeight: number
): Map2d {
  const angle = (degrees * Math.PI) / 180
  return ([x, y]) => {
    const dx = (x - 0.5) * width
    const dy = (y - 0.5) * height
    return [
      (dx * Math.cos(angle) - dy * Math.sin(angle)) / newWidth + 0.5,
      (dx * Math.sin(angle) + dy * Math.cos(angle)) / newHeight + 0.5,
    ]
  }
}

/** The places of a page after its damage: the upright box around the four moved corners. */
export function movePlaces(places: Places, maps: readonly Map2d[]): Places {
  const move = ({ page, box: [x0, y0, x1, y1] }: Place): Place => {
    const map = maps[page - 1]
    if (!map) throw new Error(`No map of page ${page}`)
    const corners = (
      [
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
      ] satisfies Point[]
    ).map(map)
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)
    return { page, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
  }
  return Object.fromEntries(Object.entries(places).map(([field, list]) => [field, list.map(move)]))
}

/** Pictures as the pages of a PDF without a text layer, as office scanners write them. */
export async function scannedPdf(pictures: Picture[], dpi: number): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, info: { CreationDate: new Date(0) } })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  for (const { jpeg, width, height } of pictures) {
    const size: [number, number] = [(width / dpi) * 72, (height / dpi) * 72]
    document.addPage({ size, margin: 0 })
    document.image(jpeg, 0, 0, { width: size[0], height: size[1] })
  }
  document.end()
  return done
}
