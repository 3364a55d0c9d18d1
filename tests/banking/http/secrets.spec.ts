import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createGunzip } from 'node:zlib'
import { test } from '@japa/runner'
import { embeddedSource } from '#app/backup/embedded_source'
import { takeBackup } from '#app/backup/take_backup'
import { rows } from '#app/kernel/database/sql'
import env from '#start/env'
import {
  breakCanary,
  type Connected,
  connectCanary,
  type Shown,
  WRONG_KEY,
  workCanary,
} from '#tests/banking/canary_stage'
import { lookAround, lookAt } from '#tests/banking/look_everywhere'
import { makeSite } from '#tests/factories/books'
import { playCanaryBanks } from '#tests/factories/canary_banks'
import { type Log, listenToLogs } from '#tests/factories/logs'
import { Search } from '#tests/factories/needles'
import { makeSignedIn } from '#tests/factories/sign_in'

test.group('Credentials of connections with banks', (group) => {
  let folder: string
  let log: Log
  const former = process.env.CONNECTOR_RECORD
  group.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'caudal-secrets-'))
    process.env.CONNECTOR_RECORD = join(folder, 'record.jsonl')
    log = listenToLogs()
    return () => {
      log.stop()
      if (former === undefined) delete process.env.CONNECTOR_RECORD
      else process.env.CONNECTOR_RECORD = former
      rmSync(folder, { recursive: true })
    }
  })

  test('stand in no page, export, log, record, table or backup', async ({ assert, client, cleanup }) => {
    const banks = await playCanaryBanks(cleanup)
    const staff = await makeSignedIn('s1st3ma')
    const shown: Shown[] = []
    const connected: Connected[] = []
    for (const bank of banks)
      connected.push(await connectCanary({ client, bank, staff, shown, ...(await makeSite()) }))
    for (const one of connected) {
      await workCanary(one)
      await breakCanary(one)
      await lookAt(one)
    }
    await lookAround(client, staff, shown)
    const secrets = banks.flatMap((bank) => bank.secrets())
    const search = new Search([...secrets, { what: 'a key that was refused', text: WRONG_KEY }])
    const record = readFileSync(join(folder, 'record.jsonl'), 'utf8')

    assert.isAbove(secrets.length, 14)
    assert.isAbove(shown.length, 150)
    assert.isAbove(record.trim().split('\n').length, 80)
    for (const { where, bytes } of shown) assert.deepEqual(search.in(bytes), [], where)
    assert.deepEqual(search.in(record), [], 'record of exchanges')
    assert.deepEqual(search.in(log.text()), [], 'logs')
    assert.deepEqual(await foundInTables(search), [])
    const { found, bytes } = await search.through(await backupContent(folder))
    assert.isAbove(bytes, 10_000_000)
    assert.deepEqual(found, [], 'backup')
    for (const file of filesOf(env.get('DATA_DIR'))) assert.deepEqual(search.in(readFileSync(file)), [], file)
  }).timeout(600_000)

  test('are found where they are, in whatever form', ({ assert }) => {
    const secret = 'canario+clave/de=prueba'
    const search = new Search([{ what: 'it', text: secret }])
    const base64 = (text: string) => Buffer.from(text).toString('base64')

    for (const text of [
      `key=${secret}&`,
      encodeURIComponent(secret),
      new URLSearchParams({ secret }).toString(),
      base64(`usuario:${secret}`),
      base64(`a:${secret}.`),
      Buffer.from(`ab:${secret}`).toString('base64url'),
      Buffer.from(secret).toString('hex'),
    ])
      assert.deepEqual(search.in(text), ['it'], text)
    assert.deepEqual(search.in('canario'), [])
  })
})

/** Every row of every table that the application has, as text; bytes in hexadecimal. */
async function foundInTables(search: Search): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    `select t.name from (select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')) t
      where has_table_privilege(t.name, 'select')`
  )
  const found: string[] = []
  for (const { name } of tables) {
    const all = await rows<{ whole: string }>(`select to_jsonb(t)::text as whole from ${name} t`)
    for (const what of search.in(all.map(({ whole }) => whole).join('\n'))) found.push(`${name}: ${what}`)
  }
  return found
}

/** What a backup contains before it is packed: the files of the database as they lie on the disk, and stored files. */
async function backupContent(folder: string) {
  const target = join(folder, 'copia.tar.gz')
  await takeBackup(
    embeddedSource({
      ownerUrl: env.get('DATABASE_URL') ?? '',
      dataDir: env.get('DATA_DIR'),
      appKey: env.get('APP_KEY').release(),
      disk: 'fs',
      isDemo: false,
    }),
    target
  )
  return createReadStream(target).pipe(createGunzip())
}

/** Files of the installation beside its database: stored ones, logs, whatever else it writes. */
const filesOf = (dataDir: string): string[] =>
  readdirSync(dataDir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !relative(dataDir, entry.parentPath).startsWith('postgres'))
    .map((entry) => join(entry.parentPath, entry.name))
