import type { GreyPicture } from '#app/reading/pictures/flatten_sheet'
import type { Letter } from '#app/reading/recognition/neural/line_letters'
import type { Region } from '#app/reading/recognition/neural/text_regions'
import type { RecognisedWord } from '#app/reading/recognition/recogniser'

/** Middles of letters further apart than this (in heights of the line) belong to two words. */
const gapPerHeight = 1.1
/** What is darker than the paper by this share of the darkest print counts as print. */
const inkShare = 0.35
/** Rows and columns with less print than this share of the fullest one are blank. */
const blankShare = 0.08

/** The words of a line of print, parted at its blanks and wide gaps, each with a box that hugs its print. */
export function lineWords(letters: readonly Letter[], line: GreyPicture, region: Region): RecognisedWord[] {
  const words: Letter[][] = []
  let isOpen = false
  for (const letter of letters) {
    const before = words.at(-1)?.at(-1)
    const isFar = before && (letter.centre - before.centre) * line.width > gapPerHeight * line.height
    if (letter.text.trim() === '') isOpen = false
    else {
      const word = isOpen && !isFar ? words.at(-1) : undefined
      if (word) word.push(letter)
      else words.push([letter])
      isOpen = true
    }
  }
  const ink = inkOf(line)
  return words.map((word, at) => toWord(word, words[at - 1], words[at + 1], { line, ink, region }))
}

type Print = { line: GreyPicture; ink: Float32Array; region: Region }

function toWord(
  word: readonly Letter[],
  before: readonly Letter[] | undefined,
  after: readonly Letter[] | undefined,
  { line, ink, region: [x0, y0, x1, y1] }: Print
): RecognisedWord {
  const [first, last] = [word[0]?.centre ?? 0, word.at(-1)?.centre ?? 1]
  const left = before ? (before.at(-1)?.centre ?? 0) / 2 + first / 2 : 0
  const right = after ? (after[0]?.centre ?? 1) / 2 + last / 2 : 1
  const reach = { from: Math.floor(left * line.width), to: Math.ceil(right * line.width) }
  const columns = within(
    columnSums(ink, line, reach),
    reach.from,
    Math.floor(first * line.width),
    last * line.width
  )
  const rows = within(rowSums(ink, line, { from: columns[0], to: columns[1] }), 0, Number.NaN, Number.NaN)
  const across = (share: number) => x0 + (x1 - x0) * share
  const down = (share: number) => y0 + (y1 - y0) * share
  return {
    text: word.map(({ text }) => text).join(''),
    confidence: word.reduce((sum, { confidence }) => sum + confidence, 0) / word.length,
    centres: word.map(({ centre }) => across(centre)),
    box: [
      across(columns[0] / line.width),
      down(rows[0] / line.height),
      across(columns[1] / line.width),
      down(rows[1] / line.height),
    ],
  }
}

/** How much darker than the paper each pixel is, nothing where it is hardly darker. */
function inkOf({ data }: GreyPicture): Float32Array {
  const sorted = data.toSorted()
  const [dark, paper] = [
    sorted[Math.floor(sorted.length * 0.02)] ?? 0,
    sorted[Math.floor(sorted.length * 0.7)] ?? 255,
  ]
  const least = (paper - dark) * inkShare
  return Float32Array.from(data, (value) => (paper - value > least ? paper - value : 0))
}

type Reach = { from: number; to: number }

function columnSums(ink: Float32Array, { width, height }: GreyPicture, { from, to }: Reach): Float32Array {
  const sums = new Float32Array(Math.max(1, to - from))
  for (let y = 0; y < height; y += 1)
    for (let x = from; x < to; x += 1) sums[x - from] = (sums[x - from] ?? 0) + (ink[y * width + x] ?? 0)
  return sums
}

function rowSums(ink: Float32Array, { width, height }: GreyPicture, { from, to }: Reach): Float32Array {
  const sums = new Float32Array(height)
  for (let y = 0; y < height; y += 1)
    for (let x = from; x < to; x += 1) sums[y] = (sums[y] ?? 0) + (ink[y * width + x] ?? 0)
  return sums
}

/** From the first to behind the last sum that is not blank; at least from one place to another where these are numbers. */
function within(sums: Float32Array, offset: number, least: number, most: number): [number, number] {
  const limit = Math.max(...sums) * blankShare
  const first = sums.findIndex((sum) => sum > limit)
  const last = sums.findLastIndex((sum) => sum > limit)
  if (first < 0) return [offset, offset + sums.length]
  const [from, to] = [offset + first, offset + last + 1]
  return [Number.isNaN(least) ? from : Math.min(from, least), Number.isNaN(most) ? to : Math.max(to, most)]
}
