import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { drawPage } from '#app/invoices/drawing/draw_page'
import { findSheet } from '#app/reading/pictures/find_sheet'
import type { GreyPicture } from '#app/reading/pictures/flatten_sheet'
import { preparePicture } from '#app/reading/pictures/image_preparation'
import { type Corners, type Point, squareToQuad } from '#app/reading/pictures/projection'
import { closeRecognisers, readDocument } from '#app/reading/read_document'
import type { ReadInvoice } from '#app/reading/reading_types'

const size = { width: 1600, height: 2200 }
const corners: Corners = [
  [0.09, 0.06],
  [0.9, 0.03],
  [0.97, 0.95],
  [0.03, 0.98],
]

/** A page as a telephone sees it from aside: on a dark table, in the light of a window on the right. */
function photograph(page: GreyPicture): GreyPicture {
  const data = new Uint8Array(size.width * size.height).fill(58)
  const place = squareToQuad(corners)
  const steps = { x: size.width * 1.3, y: size.height * 1.3 }
  for (let row = 0; row < steps.y; row += 1)
    for (let column = 0; column < steps.x; column += 1) {
      const [u, v] = [column / steps.x, row / steps.y]
      const [x, y] = place(u, v)
      const grey = page.data[Math.floor(v * page.height) * page.width + Math.floor(u * page.width)] ?? 255
      data[Math.floor(y * size.height) * size.width + Math.floor(x * size.width)] = grey * (0.55 + 0.4 * u)
    }
  return { data, ...size }
}

async function drawn(): Promise<GreyPicture> {
  const bytes = await readFile(new URL('./files/syn-bodega-1.pdf', import.meta.url))
  const png = await drawPage({ bytes, mime: 'application/pdf', pageIndex: 0, widthPx: 2000 })
  const { data, info } = await sharp(png ?? undefined)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

test.group('Fotografías', (group) => {
  group.teardown(() => closeRecognisers())

  test('the sheet is found to within a hundredth of the picture', async ({ assert }) => {
    const sheet = findSheet(photograph(await drawn()))

    for (const [index, [x, y]] of (sheet?.corners ?? []).entries()) {
      const [wantedX, wantedY] = corners[index] as Point
      assert.closeTo(x, wantedX, 0.01)
      assert.closeTo(y, wantedY, 0.01)
    }
    assert.lengthOf(sheet?.corners ?? [], 4)
  })

  test('a dark column or head is part of the sheet: {side}')
    .with([{ side: 'right' }, { side: 'left' }, { side: 'above' }] as const)
    .run(async ({ assert }, { side }) => {
      const page = await drawn()
      const [band, head] = [Math.floor(page.width * 0.28), Math.floor(page.height * 0.2)]
      for (let row = 0; row < (side === 'above' ? head : page.height); row += 1) {
        const start = row * page.width + (side === 'right' ? page.width - band : 0)
        page.data.fill(25, start, start + (side === 'above' ? page.width : band))
      }

      const sheet = findSheet(photograph(page))

      for (const [index, [x, y]] of (sheet?.corners ?? []).entries()) {
        const [wantedX, wantedY] = corners[index] as Point
        assert.closeTo(x, wantedX, 0.03)
        assert.closeTo(y, wantedY, 0.03)
      }
      assert.lengthOf(sheet?.corners ?? [], 4)
    })

  test('a scan is left whole, also under a dark head', async ({ assert }) => {
    const page = await drawn()
    assert.isNull(findSheet(page))
    page.data.fill(40, 0, page.width * Math.floor(page.height * 0.12))
    assert.isNull(findSheet(page))
    const { size: whole } = await preparePicture(page)
    assert.isUndefined(whole.sheet)
  })

  test('an invoice on a photograph taken from aside is read, each value in its place', async ({ assert }) => {
    const { data, width, height } = photograph(await drawn())
    const jpeg = await sharp(data, { raw: { width, height, channels: 1 } })
      .jpeg({ quality: 80 })
      .toBuffer()

    const { invoices } = await readDocument(jpeg)
    const printed = await readDocument(await readFile(new URL('./files/syn-bodega-1.pdf', import.meta.url)))

    const [photo, page] = [invoices[0]?.fields.total, printed.invoices[0]?.fields.total]
    assert.equal(photo?.value, 302887)
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page?.boxes[0]?.box ?? []
    const [x, y] = squareToQuad(corners)((x0 + x1) / 2, (y0 + y1) / 2)
    const box = photo?.boxes[0]?.box ?? [0, 0, 0, 0]
    assert.closeTo((box[0] + box[2]) / 2, x, 0.015)
    assert.closeTo((box[1] + box[3]) / 2, y, 0.015)
  }).timeout(120_000)

  test('a photograph as an iPhone keeps it is drawn and read like its JPEG', async ({ assert }) => {
    const heic = await readFile(new URL('./files/abogados.heic', import.meta.url))
    const jpeg = await readFile(new URL('../../app/demo/files/abogados-2.jpg', import.meta.url))
    const sizeOf = async (bytes: Uint8Array, mime: string) => {
      const png = await drawPage({ bytes, mime, pageIndex: 0, widthPx: 900 })
      const { width, height } = await sharp(png ?? undefined).metadata()
      return [width, height]
    }

    assert.deepEqual(await sizeOf(heic, 'image/heic'), await sizeOf(jpeg, 'image/jpeg'))
    const [{ fields }] = (await readDocument(heic)).invoices as [ReadInvoice]
    const [{ fields: wanted }] = (await readDocument(jpeg)).invoices as [ReadInvoice]
    assert.isNotNull(wanted.total.value)
    assert.deepEqual(
      [fields.total.value, fields.issueDate.value, fields.providerTaxId.value],
      [wanted.total.value, wanted.issueDate.value, wanted.providerTaxId.value]
    )
  }).timeout(120_000)
})
