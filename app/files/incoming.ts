import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import env from '#start/env'

/** Where files lie while the request that brings them is under way; nobody else on the machine may look into it. */
const folder = () => join(env.get('DATA_DIR'), 'incoming')
const MODE = 0o700

/** The place of one file that is coming in. */
export function incomingPath(): string {
  mkdirSync(folder(), { recursive: true, mode: MODE })
  return join(folder(), randomUUID())
}

/** Takes away files whose request is over; those that are gone already are none the less. */
export async function forgetIncoming(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}

/** Takes away what requests left that broke off with their process. Gives how many were older than that, in hours. */
export async function sweepIncoming(hours: number, now = Date.now()): Promise<number> {
  await mkdir(folder(), { recursive: true, mode: MODE })
  const old: string[] = []
  for (const name of await readdir(folder())) {
    const path = join(folder(), name)
    const found = await stat(path).catch(() => null)
    if (found && now - found.mtimeMs > hours * 3_600_000) old.push(path)
  }
  await forgetIncoming(old)
  return old.length
}
