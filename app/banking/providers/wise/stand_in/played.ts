import type { PlayedBank } from '#app/banking/bank_provider'
import { wiseStandIn } from '#app/banking/providers/wise/stand_in/wise_stand_in'

/** Wise as the demo plays it: it signs what it tells with a key of its own, and the company is said by its profile. */
export function playedWise(): PlayedBank {
  const standIn = wiseStandIn()
  return {
    standIn,
    consentCode: () => null,
    settings: () => ({
      profileId: String(standIn.state.profile.id),
      webhookPublicKey: standIn.publicKey,
    }),
  }
}
