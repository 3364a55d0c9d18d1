import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SOURCES = [
  'app',
  'bin',
  'config',
  'database',
  'inertia',
  'resources',
  'start',
  'adonisrc.ts',
  'package-lock.json',
  'vite.config.ts',
]
const STAMP = 'build/.stamp'

/** True when `build/` was made from exactly these sources. */
export function isBuildCurrent(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()
}

export function stampBuild(): void {
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, fingerprint())
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
