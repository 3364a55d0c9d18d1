import User from '#app/identity/models/user'
import { currentCode, decryptSecret, PERIOD_SECONDS, stepOf } from '#app/identity/totp'
import env from '#start/env'

/**
 * Only in the demo: a code that is valid now and not yet used, so that a newcomer gets in without a telephone.
 * Null everywhere else and for whoever has no second factor.
 */
export async function demoCode(userId: number, now = new Date()): Promise<string | null> {
  if (!env.get('DEMO')) return null
  const user = await User.findOrFail(userId)
  if (!user.twoFactorSecretEnc) return null
  const isUsed = user.twoFactorLastStep !== null && stepOf(now) <= user.twoFactorLastStep
  const at = isUsed ? new Date(now.getTime() + PERIOD_SECONDS * 1000) : now
  return currentCode(decryptSecret(user.twoFactorSecretEnc), at)
}
