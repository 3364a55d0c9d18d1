import type { PlayedBank } from '#app/banking/bank_provider'
import { revolutStandIn } from '#app/banking/providers/revolut/stand_in/revolut_stand_in'

/** Revolut as the demo plays it. */
export function playedRevolut(): PlayedBank {
  const standIn = revolutStandIn()
  return { standIn, consentCode: standIn.consentCode, settings: () => ({}) }
}
