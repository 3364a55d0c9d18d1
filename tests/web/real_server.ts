import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../bin/tasks/postgres.js'

/** A loaded machine takes long to start two of them; whoever waits has a limit of its own. */
const START_LIMIT_MS = 100_000
const STOP_LIMIT_MS = 30_000

/** A process of the product as it runs in production: sessions and limits in the database, over the test database. */
export class RealProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string
  ) {}

  static async server(given: Record<string, string> = {}): Promise<RealProcess> {
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    const started = RealProcess.run('bin/server.ts', { PORT: port, APP_URL: origin, ...given })
    const real = new RealProcess(started, origin)
    await real.until(() => fetch(`${origin}/health`).then((answer) => answer.ok))
    return real
  }

  static async worker(given: Record<string, string> = {}): Promise<RealProcess> {
    const started = RealProcess.run('bin/worker.ts', { JOBS: 'external', ...given })
    let said = ''
    started.stdout?.on('data', (text) => {
      said += String(text)
    })
    const real = new RealProcess(started, '')
    await real.until(async () => said.includes('Trabajando'))
    return real
  }

  /** Several at once: where one does not start, none is left running to work the jobs of the tests that come after. */
  static async together<const Starts extends readonly Promise<RealProcess>[]>(
    ...starts: Starts
  ): Promise<{ -readonly [At in keyof Starts]: RealProcess }> {
    const started = await Promise.allSettled(starts)
    const failed = started.find((start) => start.status === 'rejected')
    if (failed)
      await Promise.all(started.map((start) => (start.status === 'fulfilled' ? start.value.stop() : 0)))
    if (failed) throw failed.reason
    return (await Promise.all(starts)) as { -readonly [At in keyof Starts]: RealProcess }
  }

  private static run(file: string, given: Record<string, string>): ChildProcess {
    return spawn(process.execPath, ['--import=@poppinss/ts-exec', file], {
      env: { ...process.env, JOBS: 'off', SESSION_DRIVER: 'database', LIMITER_STORE: 'database', ...given },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  /** Ends it as Ctrl+C does, or by force when that takes too long; gives how many milliseconds it took. */
  async stop(): Promise<number> {
    const asked = performance.now()
    const gone = once(this.child, 'exit')
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGINT')
      const force = setTimeout(() => this.child.kill('SIGKILL'), STOP_LIMIT_MS)
      await gone
      clearTimeout(force)
    }
    return performance.now() - asked
  }

  private async until(isReady: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS
    while (!(await isReady().catch(() => false))) {
      if (this.child.exitCode !== null || Date.now() > limit) {
        await this.stop()
        throw new Error('The process did not start')
      }
      await sleep(50)
    }
  }
}
