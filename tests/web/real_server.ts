import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../bin/tasks/postgres.js'

const START_LIMIT_MS = 40_000

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

  private static run(file: string, given: Record<string, string>): ChildProcess {
    return spawn(process.execPath, ['--import=@poppinss/ts-exec', file], {
      env: { ...process.env, JOBS: 'off', SESSION_DRIVER: 'database', LIMITER_STORE: 'database', ...given },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  /** Ends it as Ctrl+C does; gives how many milliseconds that took. */
  async stop(): Promise<number> {
    const asked = performance.now()
    const gone = once(this.child, 'exit')
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGINT')
      await gone
    }
    return performance.now() - asked
  }

  private async until(isReady: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS
    while (!(await isReady().catch(() => false))) {
      if (this.child.exitCode !== null || Date.now() > limit) throw new Error('The process did not start')
      await sleep(50)
    }
  }
}
