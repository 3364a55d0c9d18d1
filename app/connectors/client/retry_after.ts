import type { ProviderAnswer } from '#app/connectors/client/provider_client'

/** Where a provider says «too many» and not for how long. */
const SECONDS_UNTOLD = 30
const SECONDS_MAX = 32 * 24 * 3600

/** Seconds until a provider that answered 429 may be asked again. */
export function retryAfterSeconds({ headers }: Pick<ProviderAnswer, 'headers'>, now = new Date()): number {
  const told = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(told) ? Number(told) : secondsUntil(Date.parse(told), now)
  if (seconds !== null) return Math.min(Math.max(seconds, 0), SECONDS_MAX)
  if (headers['x-ratelimit-window'] === 'month') return secondsUntil(nextMonth(now), now) ?? SECONDS_UNTOLD
  return SECONDS_UNTOLD
}

const secondsUntil = (at: number, now: Date): number | null =>
  Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000)

const nextMonth = (now: Date): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
