import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'

export type ProcessState = { id: number; status: 'active' | 'paused' }

/** The state of a process, locked; it is active where nothing was ever noted of it. */
export async function lockProcess(key: string, trx: Transaction): Promise<ProcessState> {
  await execute(
    `insert into automatic_processes (key) values (:key) on conflict (key) do nothing`,
    { key },
    trx
  )
  return oneRow<ProcessState>(
    `select id, status from automatic_processes where key = :key for update`,
    { key },
    trx
  )
}
