import { test } from '@japa/runner'
import sharp from 'sharp'
import { imageSize } from '#app/reading/pictures/image_size'
import { findTurn, recognisePage } from '#app/reading/recognition/recognise_page'
import type { Recogniser } from '#app/reading/recognition/recogniser'

const size = { width: 1600, height: 2200 }

/** A white page with a black bar at one end: where the bar shows at the top, the page is upright. */
async function page(barAtTop: boolean): Promise<Uint8Array> {
  const bar = await sharp({ create: { width: 1600, height: 300, channels: 3, background: 'black' } })
    .png()
    .toBuffer()
  return sharp({ create: { ...size, channels: 3, background: 'white' } })
    .composite([{ input: bar, left: 0, top: barAtTop ? 0 : size.height - 300 }])
    .png()
    .toBuffer()
}

/** Reads well what has its bar at the top, and counts the pictures it was given by their width. */
function recogniserOfBars(): { recogniser: Recogniser; widths: number[] } {
  const widths: number[] = []
  const recogniser: Recogniser = {
    name: 'bars',
    recognise: async (image) => {
      widths.push(imageSize(image).width)
      const { data } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
      const isUpright = (data[10] ?? 255) < 128 && imageSize(image).height > imageSize(image).width
      const word = { text: 'factura', box: [0.1, 0.1, 0.4, 0.12] as const, confidence: 0.9 }
      return { words: [{ ...word, box: [...word.box] }], confidence: isUpright ? 0.9 : 0.3, angleRadians: 0 }
    },
  }
  return { recogniser, widths }
}

test.group('Pages on their head', () => {
  test('how a file lies is found on small pictures alone', async ({ assert }) => {
    const { recogniser, widths } = recogniserOfBars()

    assert.equal(await findTurn(await page(false), recogniser), 2)
    assert.isAtMost(Math.max(...widths), 1000)
    assert.equal(await findTurn(await page(true), recogniser), 0)
  })

  test('a page that lies as expected is read once, large', async ({ assert }) => {
    const { recogniser, widths } = recogniserOfBars()

    const read = await recognisePage(await page(false), recogniser, 2)

    assert.equal(read.size.quarterTurns, 2)
    assert.deepEqual(widths, [1600])
  })

  test('one that lies otherwise than the others is found all the same: {name}')
    .with([
      { name: 'upright among turned ones', barAtTop: true, expected: 2 as const, turn: 0 },
      { name: 'turned among upright ones', barAtTop: false, expected: 0 as const, turn: 2 },
    ])
    .run(async ({ assert }, { barAtTop, expected, turn }) => {
      const { recogniser } = recogniserOfBars()

      const read = await recognisePage(await page(barAtTop), recogniser, expected)

      assert.equal(read.size.quarterTurns, turn)
      assert.equal(read.confidence, 0.9)
    })
})
