import type { RebillingAsked, RebillingShare } from '#app/expenses/actions/mark_rebilling'
import { isWorkDone } from '#app/identity/public_forms/form_stamp'

/** The answer that a busy browser works out. */
export function findAnswer(stamp: string): string {
  for (let answer = 0; ; answer++) if (isWorkDone(stamp, String(answer))) return String(answer)
}

/** Who bears what of a note, without a rule. */
export const byHand = (shares: readonly RebillingShare[]): RebillingAsked => ({
  settingId: null,
  treatment: null,
  vatCodeId: null,
  shares,
})
