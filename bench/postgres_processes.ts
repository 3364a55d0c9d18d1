import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const REFUSED_MS_MAX = 10_000

/** A PostgreSQL of ours as it runs: enough to end all of it at once and to start it again just so. */
export type Postmaster = {
  pid: number
  binary: string
  args: string[]
  uid: number
  gid: number
  cluster: string
}

/** The server behind a connection: the parent of the connection's own process. */
export async function findPostmaster(client: pg.Client): Promise<Postmaster> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = parentOf(rows[0]?.pid ?? 0)
  if (pid === null) throw new Error('The server does not run on this machine')
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  const cluster = args[args.indexOf('-D') + 1] ?? ''
  const { uid, gid } = statSync(cluster)
  return { pid, binary: readlinkSync(`/proc/${pid}/exe`), args, uid, gid, cluster }
}

/** SIGKILL to every process of this server, by its id, the first of them halted so that it starts no other meanwhile. */
export async function killAll({ pid }: Postmaster): Promise<number> {
  signal(pid, 'SIGSTOP')
  const family = [
    pid,
    ...readdirSync('/proc')
      .map(Number)
      .filter((other) => other > 0 && parentOf(other) === pid),
  ]
  for (const member of family) signal(member, 'SIGKILL')
  while (family.some(isAlive)) await sleep(5)
  return family.length
}

/**
 * Starts the same server on the same port and waits until it answers. Gives its process and the milliseconds it took.
 * PostgreSQL refuses to start while a process of the killed server is still ending: one that was forked while its
 * family was being killed ends by itself, and the start is tried again until then.
 */
export async function startAgain(
  { binary, args, uid, gid }: Postmaster,
  url: string
): Promise<{ child: ChildProcess; ms: number }> {
  const started = performance.now()
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  const launch = () => spawn(binary, args, { ...account, cwd: '/', stdio: 'ignore', detached: true })
  let child = launch()
  for (;;) {
    const ms = performance.now() - started
    if (child.exitCode !== null) {
      if (ms > REFUSED_MS_MAX) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
      child = launch()
    }
    if (await answers(url)) return { child, ms: performance.now() - started }
    await sleep(20)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
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

function parentOf(pid: number): number | null {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1]
    )
  } catch {
    return null
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself.
  }
}

/** A killed child stays in the table until its parent looks: that is gone too. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
