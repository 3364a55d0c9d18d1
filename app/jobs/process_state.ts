import type { AboutJob } from '#app/jobs/job'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'

/** A process that failed so often in a row that people are told, or that works again after that. */
export type ProcessTurn = {
  processId: number
  queue: string
  title: string
  failures: number
  message: string | null
}

/** A process that was paused or goes on by itself, and why. */
export type ProcessMove = { processId: number; to: 'active' | 'paused'; reason: string }

/** The product goes on from a backup of that moment, with so many processes paused. */
export type Restored = { takenAt: Date; paused: number }

export type ProcessFollower = {
  restored: (restore: Restored, trx: Transaction) => Promise<void>
  moved: (move: ProcessMove, trx: Transaction) => Promise<void>
  failed: (turn: ProcessTurn, trx: Transaction) => Promise<void>
  recovered: (turn: ProcessTurn, trx: Transaction) => Promise<void>
}

const followers: Partial<ProcessFollower>[] = []

/** Lets a higher floor act on what has become of processes: it gives what it follows. */
export function followProcesses(follower: Partial<ProcessFollower>): void {
  followers.push(follower)
}

/** Puts on record that a process was paused, or goes on, without anybody asking for it. */
export async function tellMoved(move: ProcessMove, trx: Transaction): Promise<void> {
  for (const { moved } of followers) await moved?.(move, trx)
}

/** Tells people that the product goes on from a backup, and what waits for them. */
export async function tellRestored(restore: Restored, trx: Transaction): Promise<void> {
  for (const { restored } of followers) await restored?.(restore, trx)
}

type Subject = { queue: string; about?: AboutJob | undefined }

/** Makes the row of a process that has none yet. */
export async function knowProcesses(keys: readonly string[]): Promise<void> {
  await execute(
    `insert into automatic_processes (key) select unnest(:keys::text[]) on conflict (key) do nothing`,
    { keys: [...keys] }
  )
}

/** Whether nothing of a process is to start by itself. */
export async function isPaused(queue: string, trx?: Transaction): Promise<boolean> {
  const paused = await row(
    `select 1 as found from automatic_processes where key = :queue and status = 'paused'`,
    { queue },
    trx
  )
  return paused !== null
}

/** A process has come to its end in order: whoever was told that it failed is told that it works again. */
export async function noteSuccess({ queue, about }: Subject, { wasIdle = false } = {}): Promise<void> {
  await inTransaction(async (trx) => {
    const former = await lockProcess(queue, trx)
    await execute(
      `update automatic_processes set last_looked_at = case when :wasIdle then now() else last_looked_at end,
          last_success_at = now(), failures_in_row = 0, alerted_at = null where key = :queue`,
      { queue, wasIdle },
      trx
    )
    if (former.alertedAt === null) return
    const turn = {
      processId: former.id,
      queue,
      title: about?.title ?? queue,
      failures: former.failuresInRow,
      message: null,
    }
    for (const { recovered } of followers) await recovered?.(turn, trx)
  })
}

/** A process has failed for good: people are told once it has so often in a row, and not again until it works. */
export async function noteFailure(
  { queue, about }: Subject,
  { after, message }: { after: number; message: string }
): Promise<void> {
  await inTransaction(async (trx) => {
    const former = await lockProcess(queue, trx)
    const failures = former.failuresInRow + 1
    const isToTell = former.alertedAt === null && failures >= after
    await execute(
      `update automatic_processes set failures_in_row = :failures, alerted_at = case when :isToTell then now() else alerted_at end
        where key = :queue`,
      { queue, failures, isToTell },
      trx
    )
    if (!isToTell) return
    const turn = { processId: former.id, queue, title: about?.title ?? queue, failures, message }
    for (const { failed } of followers) await failed?.(turn, trx)
  })
}

type Former = { id: number; failuresInRow: number; alertedAt: Date | null }

async function lockProcess(queue: string, trx: Transaction): Promise<Former> {
  await execute(
    `insert into automatic_processes (key) values (:queue) on conflict (key) do nothing`,
    { queue },
    trx
  )
  const former = await row<Former>(
    `select id, failures_in_row, alerted_at from automatic_processes where key = :queue for update`,
    { queue },
    trx
  )
  if (!former) throw new Error(`The process ${queue} has no row`)
  return former
}
