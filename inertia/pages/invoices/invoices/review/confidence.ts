import type { Tone } from '~/kit/status_badge'

const highMin = 0.95
const mediumMin = 0.75

/** How sure the reader is of a field (0 to 1), by colour and word (area 05 §3). */
export function confidenceLevel(confidence: number): { tone: Tone; label: string } {
  if (confidence >= highMin) return { tone: 'green', label: 'Alta' }
  if (confidence >= mediumMin) return { tone: 'amber', label: 'Media' }
  return { tone: 'red', label: 'Baja' }
}
