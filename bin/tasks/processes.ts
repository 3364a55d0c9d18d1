import { type ChildProcess, spawn } from 'node:child_process'
import type { Environment } from './environment.js'

const NODE = process.execPath

type Run = {
  env?: Record<string, string>
  quiet?: boolean
  piped?: boolean
  ipc?: boolean
  cwd?: string
  /** Leads a group of its own: what a terminal sends does not reach it, and it ends with all that it has started. */
  apart?: boolean
}

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts Node with the project's TypeScript loader; it does not outlive this process. */
export function spawnNode(
  args: string[],
  { env = {}, quiet = false, piped = false, ipc = false, apart = false, cwd }: Run = {}
): ChildProcess {
  const output = piped ? 'pipe' : quiet ? 'ignore' : 'inherit'
  const child = spawn(NODE, args, {
    env: { ...process.env, ...env },
    cwd,
    detached: apart,
    stdio: ['ignore', output, 'inherit', ...(ipc ? (['ipc'] as const) : [])],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Runs Node to its end. Rejects when it fails; while this process is being stopped it fails nobody. */
export async function runNode(args: string[], options: Run = {}): Promise<void> {
  if (isStopping) await never()
  const code = await exitCode(
    spawnNode(args, { ...options, apart: isPreparing && process.platform !== 'win32' })
  )
  if (isStopping) await never()
  if (code !== 0) throw new Error(`${args.join(' ')} ha terminado con el código ${code}`)
}

export const ace = (args: string[], options: Run = {}) => runNode(['ace.js', ...args], options)

export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** Keeps a child as long as it lives; a signal ends the child first and then the database. */
export async function superviseUntilExit(child: ChildProcess, environment: Environment): Promise<never> {
  let stopping = false
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 8000).unref()
    })
  }
  const code = await exitCode(child)
  await environment.stop()
  process.exit(stopping ? 0 : code)
}

/** What a shell calls a process that a signal ended. */
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Whether a signal ends what is being prepared, and whether one came: what fails from then on fails because of it. */
let isPreparing = false
let isStopping = false
const never = () => new Promise<never>(() => {})

/**
 * While nothing is supervised yet, a signal ends what is being prepared and the database with it, and says so in a line.
 * What is half done is found by the next start: a build without its stamp, a demo without its second mark.
 */
export function stopOnSignal(pending: Promise<Environment>): void {
  isPreparing = true
  const stop = async (signal: keyof typeof CODES) => {
    if (isStopping) return
    isStopping = true
    process.stderr.write('Detenido antes de estar en marcha. Vuelva a iniciarlo: seguirá donde haga falta.\n')
    for (const child of children) endGroup(child)
    // Whatever is under way may have started the database already.
    const environment = await pending.catch(() => null)
    await environment?.stop()
    process.exit(CODES[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  process.on('uncaughtException', (error) => {
    if (isStopping) return
    process.stderr.write(`${error.stack ?? String(error)}\n`)
    process.exit(1)
  })
}

/** At once and with whatever it started: everything that prepares may break off anywhere. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It leads no group, or it is gone already.
    child.kill('SIGKILL')
  }
}
