import type { Job, ToldJob } from '#app/jobs/job'
import { addRun, sendRun, type Trigger } from '#app/jobs/queue'
import { wakeDeferred } from '#app/jobs/resume_process'
import { dueSlots, lastDueBetween, minuteOf, parseCron } from '#app/jobs/schedule/cron'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'

const MINUTE_MS = 60_000
/** A clock that nobody has looked at for longer stood still with the product: what it missed is not made up for. */
const GAP_MINUTES = 5
const DAY_MS = 24 * 60 * MINUTE_MS

type Process = { key: string; isPaused: boolean; lastSlot: string | null }

/**
 * Starts what is due, once for all processes that look at the clock: they wait for each other, and a minute that one has
 * seen is no other's. What is paused starts nothing and keeps nothing for later. After an outage what catches up starts once.
 * Gives the keys of what was started; null when the minute was another's.
 */
export function tick(definitions: readonly ToldJob[], now = new Date()): Promise<string[] | null> {
  return inTransaction(async (trx) => {
    const clock = await row<{ lastMinute: Date | null }>(
      `select last_minute from process_clock for update`,
      {},
      trx
    )
    const minute = minuteOf(now.getTime())
    const last = clock?.lastMinute?.getTime() ?? null
    // A clock that was wrong by days and has been put right counts from now on.
    if (last !== null && last >= minute && last - minute < DAY_MS) return null
    await execute(
      `update process_clock set last_minute = :minute::timestamptz`,
      { minute: new Date(minute).toISOString() },
      trx
    )
    await resumeDue(now, trx)
    const processes = await lockedProcesses(trx)
    const started: string[] = []
    for (const job of definitions) {
      const process = processes.get(job.queue)
      const due = process && !process.isPaused ? dueNow(job, process, last, minute) : null
      if (due && (await startScheduled(job, due, trx))) started.push(job.queue)
    }
    return started
  })
}

type Due = { slot: string; trigger: Trigger }

function dueNow(job: ToldJob, process: Process, last: number | null, minute: number): Due | null {
  if (!job.cron) return null
  const cron = parseCron(job.cron)
  const gap = last === null ? 0 : (minute - last) / MINUTE_MS
  const wasOff = gap > GAP_MINUTES || gap < 0
  const first = last === null || wasOff ? minute : last + MINUTE_MS
  let slot: string | null = null
  for (let at = first; at <= minute; at += MINUTE_MS) slot = dueSlots(cron, at).at(-1) ?? slot
  if (slot === null && wasOff && last !== null && job.about.catchesUp) {
    const missed = lastDueBetween(cron, last, minute)
    return missed && isLater(missed, process) ? { slot: missed, trigger: 'catch_up' } : null
  }
  return slot && isLater(slot, process) ? { slot, trigger: 'schedule' } : null
}

/** Times are written so that a later one is greater; one on the clock of Madrid and one in UTC do not compare. */
const isLater = (slot: string, { lastSlot }: Process): boolean =>
  lastSlot === null || lastSlot.endsWith('Z') !== slot.endsWith('Z') || slot > lastSlot

async function startScheduled(job: ToldJob, { slot, trigger }: Due, trx: Transaction): Promise<boolean> {
  await execute(
    `update automatic_processes set last_slot = :slot where key = :key`,
    { key: job.queue, slot },
    trx
  )
  const runId = await addRun(job, { title: job.about.title, userId: null, trigger, slot }, trx)
  if (runId === null) return false
  await sendRun(job as Job<object>, { runId, data: {} }, trx)
  return true
}

async function lockedProcesses(trx: Transaction): Promise<Map<string, Process>> {
  const found = await rows<Process>(
    `select key, status = 'paused' as is_paused, last_slot from automatic_processes order by key for update`,
    {},
    trx
  )
  return new Map(found.map((process) => [process.key, process]))
}

/** What was paused until now goes on by itself. */
async function resumeDue(now: Date, trx: Transaction): Promise<void> {
  const due = await rows<{ id: number; key: string }>(
    `update automatic_processes set status = 'active', paused_by = null, paused_at = null, paused_until = null, pause_reason = null
      where status = 'paused' and paused_until <= :now::timestamptz returning id, key`,
    { now: now.toISOString() },
    trx
  )
  for (const process of due) await wakeDeferred(process, trx)
}
