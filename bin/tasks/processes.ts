import { type ChildProcess, spawn } from 'node:child_process'
import type { Environment } from './environment.js'

const NODE = process.execPath

type Run = { env?: Record<string, string>; quiet?: boolean; piped?: boolean; ipc?: boolean; cwd?: string }

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts Node with the project's TypeScript loader; it does not outlive this process. */
export function spawnNode(
  args: string[],
  { env = {}, quiet = false, piped = false, ipc = false, cwd }: Run = {}
): ChildProcess {
  const output = piped ? 'pipe' : quiet ? 'ignore' : 'inherit'
  const child = spawn(NODE, args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', output, 'inherit', ...(ipc ? (['ipc'] as const) : [])],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Runs Node to its end. Rejects when it fails. */
export async function runNode(args: string[], options: Run = {}): Promise<void> {
  const code = await exitCode(spawnNode(args, options))
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

/** While nothing is supervised yet, a signal ends what is being prepared and the database with it. */
export function stopOnSignal(environment: Environment): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      for (const child of children) child.kill('SIGTERM')
      await environment.stop()
      process.exit(130)
    })
  }
}
