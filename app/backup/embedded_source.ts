import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupSource } from '#app/backup/take_backup'

/** What an installation with the database that it brings is told by its environment. */
type Installation = { ownerUrl: string; dataDir: string; appKey: string; disk: string; isDemo: boolean }

/** What a backup of such an installation is made of. The superuser’s password lies with the installation's other secrets. */
export function embeddedSource({ ownerUrl, dataDir, appKey, disk, isDemo }: Installation): BackupSource {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    superuserPassword: string
  }
  const url = new URL(ownerUrl)
  url.username = 'postgres'
  url.password = secrets.superuserPassword
  return {
    superuserUrl: url.toString(),
    filesDir: disk === 'fs' ? join(dataDir, 'files') : null,
    appKey,
    isDemo,
  }
}
