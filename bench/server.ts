import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildProduct } from '../bin/tasks/build_product.js'
import { isBuildCurrent } from '../bin/tasks/build_stamp.js'
import { freePort } from '../bin/tasks/postgres.js'
import { spawnNode } from '../bin/tasks/processes.js'

/** Starts the built product, built anew where its sources changed, on a free port; gives it when it answers. */
export async function startServer(
  values: Record<string, string>
): Promise<{ server: ChildProcess; origin: string }> {
  if (!isBuildCurrent()) await buildProduct()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const server = spawnNode(['build/bin/server.js'], {
    env: { ...values, PORT: String(port), APP_URL: origin },
    ipc: true,
  })
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error('The server ended while it started')
    const answer = await fetch(`${origin}/login`).catch(() => null)
    if (answer?.ok) return { server, origin }
    await sleep(100)
  }
  throw new Error('The server does not answer')
}
