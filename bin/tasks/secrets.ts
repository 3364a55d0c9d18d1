import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = {
  appKey: string
  superuserPassword: string
  ownerPassword: string
  appPassword: string
}

const secret = () => randomBytes(24).toString('hex')

/**
 * The installation's own secrets: made once, kept in `<dataDir>/secrets.json`, readable by its user only. Of several
 * processes that start at once over one folder the first makes them, and all use those.
 */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) keepSecrets(dataDir, path)
  return JSON.parse(readFileSync(path, 'utf8')) as Secrets
}

/** Secrets of an installation, around the key that it has already or a new one. */
export const makeSecrets = (appKey: string | null = null): Secrets => ({
  appKey: appKey ?? secret(),
  superuserPassword: secret(),
  ownerPassword: secret(),
  appPassword: secret(),
})

function keepSecrets(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true })
  const secrets = makeSecrets()
  const made = `${path}.${process.pid}-${secret()}`
  writeFileSync(made, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  try {
    // Never replaces what another process has made in the meantime.
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(made)
  }
}
