import type { Tone } from '~/kit/status_badge'

export type Severity = { tone: Tone; label: string }

const severities: Readonly<Record<string, Severity>> = {
  blocking: { tone: 'red', label: 'Bloqueante' },
  high: { tone: 'amber', label: 'Alta' },
  warning: { tone: 'amber', label: 'Aviso' },
  info: { tone: 'blue', label: 'Información' },
}

const byRank = ['info', 'info', 'warning', 'high', 'blocking'] as const

/** Colour and word of the severity of an alarm. */
export function severityOf(code: string): Severity {
  return severities[code] ?? { tone: 'grey', label: code }
}

/** The same by rank: 1 notice, 2 warning, 3 high, 4 blocking. */
export function severityOfRank(rank: number): Severity {
  return severityOf(byRank[rank] ?? 'blocking')
}
