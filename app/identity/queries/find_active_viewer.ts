import type { SignedIn } from '#app/identity/http/signed_in'
import User from '#app/identity/models/user'
import { findScope } from '#app/identity/queries/find_scope'

/** A person as they would be signed in now, for work done in their name; null when they are not active any more. */
export async function findActiveViewer(userId: number): Promise<SignedIn | null> {
  const user = await User.find(userId)
  if (user?.status !== 'active') return null
  const session = { id: '', userId, twoFactorPassedAt: null, steppedUp: false }
  return { user, session, siteIds: await findScope(user) }
}
