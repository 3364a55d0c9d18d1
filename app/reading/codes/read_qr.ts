import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const codesMax = 4
/** Wide enough for a code of 30 mm on A4, which is what the tax agency asks for. */
const widthPx = 1240

let isPrepared = false

/** The texts of the QR codes on the picture of a page. Nothing is fetched: the engine comes with the packages. */
export async function readQrCodes(image: Uint8Array): Promise<string[]> {
  await prepare()
  const { data, info } = await sharp(image)
    .resize({ width: widthPx, withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const codes = await readBarcodes(
    {
      data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
      width: info.width,
      height: info.height,
      colorSpace: 'srgb',
    } as ImageData,
    { formats: ['QRCode'], maxNumberOfSymbols: codesMax, tryHarder: true }
  )
  return codes.map((code) => code.text)
}

async function prepare(): Promise<void> {
  if (isPrepared) return
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const bytes = await readFile(file)
  prepareZXingModule({
    overrides: {
      wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    },
  })
  isPrepared = true
}
