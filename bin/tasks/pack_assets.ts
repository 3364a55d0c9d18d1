import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_PACKING = /\.(js|css|svg|json|html|txt|wasm|map)$/
/** What fits into one packet gains nothing. */
const BYTES_MIN = 1_400

const brotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/** Writes each file of a built folder packed beside it (`.br`, `.gz`), where that is smaller: done once, at the best level. */
export async function packAssets(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  await Promise.all(names.filter((name) => WORTH_PACKING.test(name)).map((name) => pack(join(folder, name))))
}

async function pack(path: string): Promise<void> {
  const bytes = readFileSync(path)
  if (bytes.length < BYTES_MIN) return
  const packed = { br: await brotli(bytes), gz: await promisify(gzip)(bytes, { level: 9 }) }
  for (const [ending, smaller] of Object.entries(packed))
    if (smaller.length < bytes.length) writeFileSync(`${path}.${ending}`, smaller)
}
