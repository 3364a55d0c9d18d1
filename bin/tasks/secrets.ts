import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = {
  appKey: string
  superuserPassword: string
  ownerPassword: string
  appPassword: string
}

const secret = () => randomBytes(24).toString('hex')

/** The installation's own secrets: made once, kept in `<dataDir>/secrets.json`, readable by its user only. */
export function loadSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Secrets
  mkdirSync(dataDir, { recursive: true })
  const secrets: Secrets = {
    appKey: secret(),
    superuserPassword: secret(),
    ownerPassword: secret(),
    appPassword: secret(),
  }
  writeFileSync(`${path}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return secrets
}
