import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ENCODINGS, type Encoding } from '#app/kernel/http/preferred_encoding'

const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  map: 'application/json; charset=utf-8',
}
const YEAR_SECONDS = 31_536_000

/** The path below the public folder behind which the built files with a hash in their name lie. */
const HASHED = /\/assets\/(?:.*\/)?[^/]+-[\w-]{8}\.\w+(?:\.br|\.gz)?$/

const PACKABLE = new RegExp(`^/(?!.*\\.\\.)[\\w./-]+\\.(${Object.keys(TYPES).join('|')})$`)
const known = new Map<string, Encoding[]>()

/** How the file at a path of a public folder lies packed as well; kept once it is found, as a build does not change. */
export function packedWays(folder: string, path: string): readonly Encoding[] {
  const kept = known.get(path)
  if (kept) return kept
  if (!PACKABLE.test(path)) return []
  const found = ENCODINGS.filter((encoding) => existsSync(join(folder, packedPath(path, encoding))))
  if (found.length > 0) known.set(path, found)
  return found
}

/** Where a file lies packed. */
export const packedPath = (path: string, encoding: Encoding): string => path + ENDINGS[encoding]

/**
 * Headers of a file of the public folder: a name with a hash never means other bytes, anything else is asked for again;
 * a packed file says what it is once unpacked.
 */
export function publicFileHeaders(path: string): Record<string, string> {
  const isHashed = HASHED.test(path.replaceAll('\\', '/'))
  const headers: Record<string, string> = {
    'cache-control': isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  }
  const encoding = ENCODINGS.find((one) => path.endsWith(ENDINGS[one]))
  if (!encoding) return headers
  const original = path.slice(0, -ENDINGS[encoding].length)
  const type = TYPES[original.slice(original.lastIndexOf('.') + 1)]
  return { ...headers, 'content-encoding': encoding, ...(type ? { 'content-type': type } : {}) }
}
