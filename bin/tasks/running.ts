import './env_file.js'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const file = () => join(resolve(process.env.DATA_DIR ?? 'data'), 'running.pid')

/** Whether a launcher of this installation is alive: it owns the embedded PostgreSQL. */
export function isProductRunning(): boolean {
  if (!existsSync(file())) return false
  const pid = Number(readFileSync(file(), 'utf8'))
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Notes this process as the one that runs the product, until it ends. */
function noteRunning(): void {
  mkdirSync(resolve(process.env.DATA_DIR ?? 'data'), { recursive: true })
  writeFileSync(file(), String(process.pid))
  process.on('exit', () => rmSync(file(), { force: true }))
}

/** Where a restore is noted while it puts things in their place: what is found there is half of one. */
export const restoreMark = (dataDir: string): string => join(dataDir, 'restore.incomplete')

/** Nothing starts over half of a restore. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(restoreMark(dataDir))) return
  process.stderr.write(
    'Una restauración se interrumpió en esta carpeta: repítala con npm run restore -- FICHERO --replace.\n'
  )
  process.exit(1)
}

/** A restore has the folder for itself. */
export const noteRestore = (): void => noteRunning()

/** Two products over one embedded database would stop it under each other's feet. */
export function refuseSecondRun(): void {
  if (!process.env.DATABASE_URL && isProductRunning()) {
    process.stderr.write('Caudal ya está en marcha en esta carpeta.\n')
    process.exit(1)
  }
  noteRunning()
}
