import type { Tone } from '~/kit/status_badge'

export type Status = { label: string; tone: Tone }

export type Process = {
  id: string
  title: string
  group: string
  changes: string
  schedule: string
  isCritical: boolean
  movesMoney: boolean
  isPaused: boolean
  isOpen: boolean
  state: Status
  pause: { who: string | null; since: string; until: string | null; reason: string } | null
  result: Status | null
  message: string | null
  lastAt: string | null
  lastLookedAt: string | null
  durationMs: number | null
  nextAt: string | null
  failures: number
  actions: string[]
}

export type Run = {
  id: number
  title: string
  trigger: string
  status: Status
  isOpen: boolean
  queuedAt: string
  startedAt: string | null
  finishedAt: string | null
  durationMs: number | null
  who: string | null
  attempt: number
  counters: Record<string, number>
  done: number
  total: number | null
  message: string | null
  error: string | null
  href: string | null
  canRetry: boolean
  canCancel: boolean
}

export type ProcessDetail = { key: string; title: string; changes: string; runs: Run[] }
