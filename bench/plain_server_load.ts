import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../bin/tasks/postgres.js'
import { spawnNode } from '../bin/tasks/processes.js'
import { type Load, measureLoad } from './measure.js'
import { SignedInBrowser } from './signed_in_browser.js'

/** A route of node:http with a kilobyte of JSON, asked over kept connections as the pages are. */
export async function measurePlainServer(): Promise<{ one: Load; eight: Load }> {
  const port = await freePort()
  const server = spawnNode(['--import=@poppinss/ts-exec', 'bench/baselines/plain_server.ts', String(port)])
  const browser = SignedInBrowser.stranger(`http://127.0.0.1:${port}`)
  try {
    for (let tries = 0; tries < 100; tries++) {
      if (await browser.visit('/').catch(() => null)) break
      await sleep(100)
    }
    const work = () => browser.visit('/')
    return {
      one: await measureLoad({ workers: 1, seconds: 2, work }),
      eight: await measureLoad({ workers: 8, seconds: 2, work }),
    }
  } finally {
    browser.close()
    server.kill('SIGTERM')
  }
}
