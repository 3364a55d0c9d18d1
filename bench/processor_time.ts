import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second, on every platform that has /proc. */
const MS_A_TICK = 10

type Times = { parent: number; ownMs: number; reapedMs: number }

/** Milliseconds of processor time that a process has used with all its threads; 0 when it is gone. */
export const processMs = (pid: number): number => timesOf(pid)?.ownMs ?? 0

/**
 * Milliseconds of processor time that a server of PostgreSQL has used with all its processes, those that have ended
 * included. Compare two of them with the same connections open, or a second apart: a process that is just ending is missed.
 */
export function familyMs(postmaster: number): number {
  const first = timesOf(postmaster)
  if (!first) return 0
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => timesOf(pid) ?? [])
    .filter(({ parent }) => parent === postmaster)
  return children.reduce((sum, { ownMs }) => sum + ownMs, first.ownMs + first.reapedMs)
}

function timesOf(pid: number): Times | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const ticks = (at: number) => (fields[at] ?? 0) * MS_A_TICK
    return { parent: fields[1] ?? 0, ownMs: ticks(11) + ticks(12), reapedMs: ticks(13) + ticks(14) }
  } catch {
    return null
  }
}
