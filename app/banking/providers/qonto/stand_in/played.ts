import type { PlayedBank } from '#app/banking/bank_provider'
import { qontoStandIn } from '#app/banking/providers/qonto/stand_in/qonto_stand_in'

/** Qonto as the demo plays it. */
export function playedQonto(): PlayedBank {
  const standIn = qontoStandIn()
  return {
    standIn,
    consentCode: () => ((standIn.acts.consent?.({}) ?? {}) as { code?: string }).code ?? null,
    settings: () => ({}),
  }
}
