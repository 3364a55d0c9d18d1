import { setTimeout as sleep } from 'node:timers/promises'
import { requestSync } from '#app/banking/actions/request_sync'
import { oneRow, rows } from '#app/kernel/database/sql'
import type { Connected } from './connect_bank.js'

const LOOK_MS = 50
const SECONDS_MAX = 300

export type Synced = {
  bank: string
  /** Until the reading was done, and until everything that it started was. */
  readMs: number
  allMs: number
  requests: number
  lines: number
  jobs: string[]
}

/** As many new movements as told, read by the workers of a server: from the button to the end of the last job that it started. */
export async function measureSync(connected: Connected, movements: number): Promise<Synced> {
  const { bank, connectorId, accountId, person } = connected
  bank.standIn.acts.manners?.({ times: 1, isShuffled: false, isSilent: true })
  for (let at = 0; at < movements; at++) bank.receive(12_150 + at * 100, `Cobro ${at}`)
  await bank.pass()
  const before = await counts(connectorId, accountId)
  const began = performance.now()
  const runId = await requestSync(connectorId, person.actor)
  const readMs = await until(began, async () => (await statusOf(runId)) === 'done')
  const allMs = await until(began, async () => (await openRuns()) === 0)
  const after = await counts(connectorId, accountId)
  const failed = await rows<{ title: string }>(
    `select title from job_runs where status = 'failed' and id >= :runId`,
    { runId }
  )
  if (failed.length > 0) throw new Error(`Failed: ${failed.map(({ title }) => title).join(', ')}`)
  return {
    bank: bank.name,
    readMs,
    allMs,
    requests: after.requests - before.requests,
    lines: after.lines - before.lines,
    jobs: (
      await rows<{ title: string }>(
        `select distinct queue as title from job_runs where id >= :runId order by 1`,
        { runId }
      )
    ).map(({ title }) => title),
  }
}

async function until(began: number, isSo: () => Promise<boolean>): Promise<number> {
  while (!(await isSo())) {
    if (performance.now() - began > SECONDS_MAX * 1000) throw new Error('It takes too long')
    await sleep(LOOK_MS)
  }
  return performance.now() - began
}

const statusOf = async (runId: number): Promise<string> =>
  (await oneRow<{ status: string }>(`select status from job_runs where id = :runId`, { runId })).status

const openRuns = async (): Promise<number> =>
  (
    await oneRow<{ n: number }>(
      `select count(*)::int as n from job_runs where status in ('queued', 'running')`
    )
  ).n

const counts = (connectorId: number, accountId: number) =>
  oneRow<{ requests: number; lines: number }>(
    `select (select count(*)::int from connector_calls where connector_id = :connectorId) as requests,
        (select count(*)::int from bank_statement_lines where bank_account_id = :accountId) as lines`,
    { connectorId, accountId }
  )
