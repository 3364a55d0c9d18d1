import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import pg from 'pg'
import { embeddedSource } from '#app/backup/embedded_source'
import { verifyArchive } from '#app/backup/restore/read_archive'
import { takeBackup } from '#app/backup/take_backup'
import { storeFile } from '#app/files/store_file'
import { inTransaction } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import env from '#start/env'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { startPostgres } from '../../../bin/tasks/postgres.js'

const WRITERS = 16

const source = () =>
  embeddedSource({
    ownerUrl: env.get('DATABASE_URL') ?? '',
    dataDir: env.get('DATA_DIR'),
    appKey: env.get('APP_KEY').release(),
    disk: 'fs',
    isDemo: false,
  })

/** A folder that the account of PostgreSQL may enter too. */
function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caudal-backup-'))
  chmodSync(folder, 0o755)
  return folder
}

type Ended = { code: number; said: string }

/** A command of the product, over a data folder of its own. */
async function run(task: string, args: string[], dataDir: string): Promise<Ended> {
  const { DATABASE_URL: _given, DATABASE_APP_URL: _app, APP_KEY: _key, ...rest } = process.env
  const child = spawn(process.execPath, ['--import=@poppinss/ts-exec', `bin/tasks/${task}.ts`, ...args], {
    env: { ...rest, DATA_DIR: dataDir, NODE_ENV: 'production', DEMO: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

type Book = { siteId: number; accounts: [number, number] }

async function makeBook(): Promise<Book> {
  const { siteId } = await makeSite()
  return { siteId, accounts: [await makeAccount(siteId, '6290'), await makeAccount(siteId, '4100')] }
}

/** One entry of one cent to nine euros; gives its key once the database has confirmed it. */
async function post({ siteId, accounts: [debit, credit] }: Book): Promise<number> {
  const amountMinor = 1 + Math.floor(Math.random() * 900)
  const { entryId } = await inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-06-15'),
        journal: 'diversos',
        kind: 'test.backup',
        idempotencyKey: `test:${randomUUID()}`,
        description: 'Mientras se copia',
        lines: [
          { accountId: debit, amountMinor },
          { accountId: credit, amountMinor: -amountMinor },
        ],
      },
      trx
    )
  )
  return entryId
}

test.group('Backup and restore', (group) => {
  // A database that is given is backed up by who runs it.
  group.tap((test) => test.skip(env.get('DATABASE_EMBEDDED') !== true, 'the database is a given one'))
  const folders: string[] = []
  const folder = () => {
    const made = folderOf()
    folders.push(made)
    return made
  }
  group.teardown(() => {
    for (const one of folders) rmSync(one, { recursive: true, force: true })
  })

  test('a backup taken while sixteen people post restores to a sound book with all that was confirmed before', async ({
    assert,
  }) => {
    const books = await Promise.all(Array.from({ length: WRITERS }, makeBook))
    const pdf = Buffer.from('%PDF-1.4 una factura')
    const kept = await storeFile({ name: 'factura.pdf', bytes: pdf, createdBy: null })
    const confirmed: number[] = []
    let isOver = false
    const writers = books.map(async (book) => {
      while (!isOver) confirmed.push(await post(book))
    })
    while (confirmed.length < 200) await new Promise((done) => setTimeout(done, 20))
    const before = [...confirmed]
    const archive = join(folder(), 'copia.tar.gz')

    const taken = await takeBackup(source(), archive)
    isOver = true
    await Promise.all(writers)

    const target = join(folder(), 'datos')
    writeFileSync(`${archive}.keys`, JSON.stringify({ appKey: env.get('APP_KEY').release() }))
    const restored = await run('restore', [archive], target)
    assert.equal(restored.code, 0, restored.said)
    const checked = await run('cli', ['ledger:check', '--json'], target)
    assert.equal(checked.code, 0, checked.said)
    assert.isAbove(confirmed.length, before.length)
    const { entries, path } = await look(target, kept.id)
    assert.isEmpty(before.filter((id) => !entries.has(id)))
    assert.deepEqual(readFileSync(join(target, 'files', path)), pdf)
    assert.equal(taken.missing, 0)

    const second = await run('restore', [archive], target)
    assert.equal(second.code, 1)
    assert.include(second.said, 'ya tiene datos')
  }).timeout(300_000)

  test('what is cut off, changed or something else is refused, and nothing is written', async ({
    assert,
  }) => {
    const place = folder()
    const archive = join(place, 'copia.tar.gz')
    await takeBackup(source(), archive)
    const whole = readFileSync(archive)
    const spoilt = (name: string, spoil: (path: string) => void) => {
      const path = join(place, name)
      copyFileSync(archive, path)
      spoil(path)
      return path
    }
    const packed = (bytes: Buffer) => (path: string) => writeFileSync(path, gzipSync(bytes, { level: 1 }))
    const changed = gunzipSync(whole)
    const at = changed.length - 1_000_000
    changed[at] = (changed[at] ?? 0) ^ 1
    const wrong = [
      spoilt('mitad.tar.gz', (path) => truncateSync(path, Math.floor(whole.length / 2))),
      spoilt('casi.tar.gz', (path) => truncateSync(path, whole.length - 1)),
      spoilt('vacia.tar.gz', (path) => truncateSync(path, 0)),
      spoilt('sin-sello.tar.gz', packed(gunzipSync(whole).subarray(0, -2048))),
      spoilt('cambiada.tar.gz', packed(changed)),
      spoilt('texto.tar.gz', (path) => writeFileSync(path, 'esto no es una copia')),
      spoilt('otra.tar.gz', packed(Buffer.alloc(10_240))),
    ]

    for (const path of wrong) await assert.rejects(() => verifyArchive(path))
    const target = join(place, 'datos')
    const refused = await run('restore', [wrong[1] ?? ''], target)

    assert.equal(refused.code, 1)
    assert.include(refused.said, 'No se ha cambiado nada')
    assert.isFalse(existsSync(target))
  }).timeout(120_000)

  test('it bears its name only once it is whole, and replaces nothing', async ({ assert }) => {
    const place = folder()
    const archive = join(place, 'copia.tar.gz')
    writeFileSync(archive, 'otra cosa')

    await assert.rejects(() => takeBackup(source(), archive), /ya existe/)
    await assert.rejects(() =>
      takeBackup(
        { ...source(), superuserUrl: 'postgres://nadie:nada@127.0.0.1:1/nada' },
        join(place, 'rota.tar.gz')
      )
    )

    assert.deepEqual(readdirSync(place), ['copia.tar.gz'])
    assert.equal(readFileSync(archive, 'utf8'), 'otra cosa')
  })

  test('it holds no key and no password, and without the key it is not restored', async ({ assert }) => {
    const place = folder()
    const archive = join(place, 'copia.tar.gz')
    await takeBackup(source(), archive)
    const bytes = gunzipSync(readFileSync(archive))
    const secrets = JSON.parse(readFileSync(join(env.get('DATA_DIR'), 'secrets.json'), 'utf8')) as Record<
      string,
      string
    >

    for (const secret of Object.values(secrets)) assert.equal(bytes.indexOf(secret), -1)
    const target = join(place, 'datos')
    const refused = await run('restore', [archive], target)
    assert.equal(refused.code, 1)
    assert.include(refused.said, 'Falta la clave de esta copia')
    assert.isFalse(existsSync(target))
  }).timeout(120_000)

  test('over data only when told, which is set aside; without the key second factors are set up again; what reaches outside waits', async ({
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const place = folder()
    const archive = join(place, 'copia.tar.gz')
    await takeBackup(source(), archive)
    const target = join(place, 'datos')
    mkdirSync(join(target, 'files'), { recursive: true })
    writeFileSync(join(target, 'secrets.json'), '{"de":"antes"}')

    const restored = await run('restore', [archive, '--replace', '--without-keys'], target)

    assert.equal(restored.code, 0, restored.said)
    const aside = readdirSync(target).find((name) => name.startsWith('secrets.json.apartado-'))
    assert.equal(readFileSync(join(target, aside ?? ''), 'utf8'), '{"de":"antes"}')
    const [user] = await ask<{ on: boolean; open: number; restores: number }>(
      target,
      `select two_factor_enabled as on, (select count(*)::int from user_sessions where revoked_at is null) as open,
              (select count(*)::int from restores where settled_at is null) as restores from users where id = ${person.id}`
    )
    assert.deepEqual(user, { on: false, open: 0, restores: 1 })

    writeFileSync(join(target, 'restore.incomplete'), '')
    const started = await run('cli', ['ledger:check', '--json'], target)
    assert.equal(started.code, 1)
    assert.include(started.said, 'Una restauración se interrumpió')
  }).timeout(120_000)
})

/** What a restored installation holds. */
async function look(dataDir: string, fileId: number): Promise<{ entries: Set<number>; path: string }> {
  const entries = await ask<{ id: string }>(dataDir, 'select id from journal_entries')
  const [file] = await ask<{ path: string }>(
    dataDir,
    `select storage_key as path from files where id = ${fileId}`
  )
  return { entries: new Set(entries.map(({ id }) => Number(id))), path: file?.path ?? '' }
}

/** Asks the database of an installation that does not run. */
async function ask<Row extends object>(dataDir: string, sql: string): Promise<Row[]> {
  const { superuserPassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    superuserPassword: string
  }
  const server = await startPostgres({ dataDir, superuserPassword, durable: false, log: () => {} })
  const client = new pg.Client({ connectionString: server.superuserUrl.replace(/postgres$/, 'caudal') })
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
    await server.stop()
  }
}
