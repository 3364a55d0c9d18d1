import { test } from '@japa/runner'
import sharp from 'sharp'
import { pictureSlope } from '#app/reading/pictures/picture_slope'
import { recognisePage } from '#app/reading/recognition/recognise_page'
import type { Recogniser, Recognition } from '#app/reading/recognition/recogniser'

const size = { width: 1240, height: 1754 }

/** A page of rows of short strokes, as print looks from afar, turned clockwise by an angle in degrees. */
async function rows(degrees: number): Promise<Uint8Array> {
  const strokes = Array.from({ length: 40 }, (_, row) =>
    Array.from(
      { length: 30 },
      (_, at) =>
        `<rect x="${120 + at * 33}" y="${150 + row * 36}" width="${18 + ((row * 7 + at * 5) % 9)}" height="14"/>`
    ).join('')
  ).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><rect width="100%" height="100%" fill="white"/><g transform="rotate(${degrees} ${size.width / 2} ${size.height / 2})">${strokes}</g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The first engine says the page has to be turned by an angle; the other one reads a word on the right, at the angle asked. */
function engines(turn: number): { recogniser: Recogniser; asked: number[] } {
  const asked: number[] = []
  const seen = (angleRadians: number): Recognition => ({
    words: [{ text: 'Total', box: [0.8, 0.5, 0.9, 0.51], confidence: 0.9, centres: [0.85] }],
    confidence: 0.9,
    angleRadians,
  })
  const recogniser: Recogniser = {
    name: 'two',
    recognise: async () => seen(turn),
    readLines: async (_, angle) => {
      asked.push(angle)
      return seen(angle)
    },
  }
  return { recogniser, asked }
}

test.group('Both engines at once', () => {
  test('a picture shows by itself how its rows lie', async ({ assert }) => {
    for (const degrees of [-2.6, -0.8, 1.4, 3])
      assert.closeTo(await pictureSlope(await rows(degrees)), radians(degrees), 0.0015)
    assert.equal(await pictureSlope(await rows(0)), 0)
  })

  test('the lines are asked for at that angle and stand as the page of the first engine lies', async ({
    assert,
  }) => {
    const { recogniser, asked } = engines(radians(-1.5))

    const { lines } = await recognisePage(await rows(2), recogniser)

    assert.closeTo(asked[0] ?? 0, radians(-2), 0.0015)
    const [word] = lines ?? []
    // Turned clockwise by another half degree, what stands on the right goes down.
    assert.isAbove(word?.y0 ?? 0, 0.5 * 1000 * (size.height / size.width) + 2)
  })

  test('lines read far from level are not taken', async ({ assert }) => {
    const { recogniser } = engines(radians(1))

    assert.isNull((await recognisePage(await rows(2), recogniser)).lines)
  })
})
